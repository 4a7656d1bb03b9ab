//! Decoding of a file's bytes to text: unpacked and decoded, as its first bytes say and never by guess.

use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_16LE};
use flate2::read::MultiGzDecoder;

use super::{job::Job, npy};
use crate::{Coding, DataError, TextEncoding};
use system::input::{BoundedReader, ContentKind};

const GZIP: &[u8] = b"\x1f\x8b";
const ZIP: &[u8] = b"PK\x03\x04";
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// First bytes of files that are not read, with their kinds.
const OTHERS: [(&[u8], &str); 19] = [
    (
        b"\xd0\xcf\x11\xe0",
        "an old Excel workbook; save it as .xlsx or CSV",
    ),
    (b"PAR1", "a Parquet file; save it as CSV"),
    (b"ARROW1", "a Feather file; save it as CSV"),
    (b"FEA1", "a Feather file; save it as CSV"),
    (b"\x89HDF", "an HDF5 file; save its table as CSV"),
    (b"MATLAB 5", "a MATLAB file; save its table as CSV"),
    (b"SQLite format", "a SQLite database; save its table as CSV"),
    (b"RDX", "an R data file; save its table with write.csv"),
    (
        b"\x58\x0a\x00\x00",
        "an R data file; save its table with write.csv",
    ),
    (b"\x80\x03", "a Python pickle; save its table as CSV"),
    (b"\x80\x04", "a Python pickle; save its table as CSV"),
    (b"\x80\x05", "a Python pickle; save its table as CSV"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"BZh", "a file packed by bzip2; unpack it first"),
    (b"\xfd7zXZ", "a file packed by xz; unpack it first"),
    (
        b"\x28\xb5\x2f\xfd",
        "a file packed by Zstandard; unpack it first",
    ),
];
/// Number of bytes from which a file's kind is told.
const KIND_BYTES: usize = 1024;

/// File by the kind that its first bytes say.
pub(super) enum DecodedFile<'a> {
    /// NumPy array, behind its magic number.
    Array(Box<dyn Read + 'a>),
    /// Zip archive, whole.
    Archive(Vec<u8>),
    /// Text in UTF-8 without its mark, or what claims to be it.
    Text(Box<dyn Read + 'a>),
}

/// Unpacks and decodes a file.
///
/// # Errors
/// When it is a kind that is not read, which the error names, or cannot be read.
pub(super) fn decode<'a>(
    job: &Job<'_>,
    file: impl Read + 'a,
) -> Result<(DecodedFile<'a>, Coding), DataError> {
    let errors = &job.errors;
    let failed = |error| errors.unreadable(&error);
    let mut coding = Coding::default();
    let (mut start, mut file) = look_at(file).map_err(failed)?;
    if start.starts_with(GZIP) {
        coding.gzip = true;
        let unpacked = MultiGzDecoder::new(file);
        let bounded = BoundedReader::new(unpacked, ContentKind::Table.most());
        (start, file) = look_at(bounded).map_err(failed)?;
    }
    let behind = |mark: &[u8], mut file: Box<dyn Read + 'a>| {
        let mut skipped = vec![0; mark.len()];
        file.read_exact(&mut skipped).map(|()| file)
    };
    if start.starts_with(&npy::MAGIC) {
        let file = behind(&npy::MAGIC, file).map_err(failed)?;
        return Ok((DecodedFile::Array(file), coding));
    }
    if start.starts_with(ZIP) {
        // One byte more than allowed shows that there are more.
        let most = job.room.left().saturating_add(1);
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).map_err(failed)?;
        let taken = job.room.take(bytes.len() as u64);
        taken.map_err(|fault| errors.no_room(fault))?;
        return Ok((DecodedFile::Archive(bytes), coding));
    }
    if start.starts_with(UTF_8_MARK) {
        let file = behind(UTF_8_MARK, file).map_err(failed)?;
        return Ok((DecodedFile::Text(file), coding));
    }
    if let Some((encoding, 2)) = Encoding::for_bom(&start) {
        coding.encoding = if encoding == UTF_16LE {
            TextEncoding::Utf16LittleEndian
        } else {
            TextEncoding::Utf16BigEndian
        };
        let text = Utf16::new(file, encoding);
        return Ok((DecodedFile::Text(Box::new(text)), coding));
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(errors.whole(&format!("this is {what}")));
    }
    if start.contains(&0) {
        let reason = "this is no text; UTF-16 needs its mark, or save the file as UTF-8";
        return Err(errors.whole(reason));
    }
    Ok((DecodedFile::Text(file), coding))
}

/// Reads the first bytes of a file; returns them and a reader of all of it.
fn look_at<'a>(mut file: impl Read + 'a) -> io::Result<(Vec<u8>, Box<dyn Read + 'a>)> {
    let mut start = Vec::new();
    file.by_ref()
        .take(KIND_BYTES as u64)
        .read_to_end(&mut start)?;
    let whole = io::Cursor::new(start.clone()).chain(file);
    Ok((start, Box::new(whole)))
}

/// Reader of UTF-16 as UTF-8, without its mark.
struct Utf16<R> {
    reader: R,
    decoder: Decoder,
    /// Bytes that are not decoded yet.
    bytes: Vec<u8>,
    /// Decoded text, of which `taken` bytes are already read.
    text: Vec<u8>,
    taken: usize,
    ended: bool,
}

/// Number of bytes decoded at once.
const CHUNK: usize = 1 << 15;

impl<R: Read> Utf16<R> {
    fn new(reader: R, encoding: &'static Encoding) -> Self {
        Self {
            reader,
            decoder: encoding.new_decoder_with_bom_removal(),
            bytes: Vec::new(),
            text: Vec::new(),
            taken: 0,
            ended: false,
        }
    }

    fn decode_more(&mut self) -> io::Result<()> {
        self.bytes.clear();
        let chunk = self.reader.by_ref().take(CHUNK as u64);
        let count = { chunk }.read_to_end(&mut self.bytes)?;
        self.ended = count < CHUNK;
        let room = self
            .decoder
            .max_utf8_buffer_length_without_replacement(count);
        self.text.resize(room.unwrap_or(4 * CHUNK), 0);
        let (result, read, written) = self.decoder.decode_to_utf8_without_replacement(
            &self.bytes,
            &mut self.text,
            self.ended,
        );
        self.text.truncate(written);
        self.taken = 0;
        match result {
            DecoderResult::InputEmpty if read == count => Ok(()),
            _ => Err(io::Error::other(
                "it is not the UTF-16 text that its first bytes say",
            )),
        }
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.text.len() && !self.ended {
            self.decode_more()?;
        }
        let count = (&self.text[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Room;

    fn text(bytes: &[u8]) -> Result<(String, Coding), String> {
        let room = Room::new(u64::MAX);
        let decoded =
            decode(&Job::plain("a.csv", &room), bytes).map_err(|error| error.to_string())?;
        let (DecodedFile::Text(mut file), coding) = decoded else {
            return Err("no text".into());
        };
        let mut text = String::new();
        match file.read_to_string(&mut text) {
            Ok(_) => Ok((text, coding)),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn marks_say_how_text_is_encoded_also_across_chunks() {
        let long = "ä,𝛾\n".repeat(40_000);
        for (encode, encoding) in [
            (
                u16::to_le_bytes as fn(u16) -> [u8; 2],
                TextEncoding::Utf16LittleEndian,
            ),
            (u16::to_be_bytes, TextEncoding::Utf16BigEndian),
        ] {
            let marked = format!("\u{feff}x{long}");
            let bytes: Vec<u8> = marked.encode_utf16().flat_map(encode).collect();
            let (read, coding) = text(&bytes).unwrap();
            assert!(read[1..] == long && coding.encoding == encoding);
            assert!(text(&bytes[..bytes.len() - 1]).is_err(), "half a character");
        }
        assert_eq!(text(b"\xef\xbb\xbfa").unwrap().0, "a");
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, said) in [
            (
                &b"PAR1..."[..],
                "a.csv: this is a Parquet file; save it as CSV",
            ),
            (
                b"BZh91",
                "a.csv: this is a file packed by bzip2; unpack it first",
            ),
            (
                b"\0\0\0",
                "a.csv: this is no text; UTF-16 needs its mark, or save the file as UTF-8",
            ),
        ] {
            assert_eq!(text(bytes).unwrap_err(), said);
        }
    }
}
