//! Decoding of a file's bytes to text: unpacked and decoded, as its first bytes say and never by guess.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_16LE, WINDOWS_1252};
use flate2::read::MultiGzDecoder;

use super::{job::Job, npy};
use crate::{Coding, DataError, TextEncoding};
use system::input::{BoundedReader, ContentKind};

const GZIP: &[u8] = b"\x1f\x8b";
const ZIP: &[u8] = b"PK\x03\x04";
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

const SPSS: &str = "an SPSS file; save it as CSV";
const STATA: &str = "a Stata file; save it with export delimited";
const R_DATA: &str = "an R data file; save its table with write.csv";

/// First bytes of files that are not read, with their kinds.
const OTHERS: [(&[u8], &str); 38] = [
    (
        b"\xd0\xcf\x11\xe0",
        "an old Excel workbook; save it as .xlsx or CSV",
    ),
    (b"PAR1", "a Parquet file; save it as CSV"),
    (b"ARROW1", "a Feather file; save it as CSV"),
    (b"FEA1", "a Feather file; save it as CSV"),
    (b"Obj\x01", "an Avro file; save it as CSV"),
    (b"$FL2@(#)", SPSS),
    (b"$FL3@(#)", SPSS),
    (b"C1\x01\x00\x00\x00", SPSS),
    (b"<stata_dta>", STATA),
    (
        b"HEADER RECORD*******LIBRARY",
        "a SAS transport file; save it with proc export as CSV",
    ),
    (
        b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60",
        "a SAS file; save it with proc export as CSV",
    ),
    (b"CDF\x01", "a NetCDF file; save its table as CSV"),
    (b"CDF\x02", "a NetCDF file; save its table as CSV"),
    (b"SIMPLE  =", "a FITS file; save its table as CSV"),
    (
        b"{\\rtf",
        "a text of a word processor; save its table as CSV",
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        "a file packed by 7-Zip; unpack it first",
    ),
    (b"Rar!", "a file packed by RAR; unpack it first"),
    (b"\x7fELF", "a program"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"\x89HDF", "an HDF5 file; save its table as CSV"),
    (b"MATLAB 5", "a MATLAB file; save its table as CSV"),
    (b"SQLite format", "a SQLite database; save its table as CSV"),
    (b"RDX2", R_DATA),
    (b"RDX3", R_DATA),
    (b"RDA2", R_DATA),
    (b"RDA3", R_DATA),
    (b"\x58\x0a\x00\x00", R_DATA),
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
    Text(Box<dyn Read + 'a>, TextCoding),
}

/// Encoding of a text, which is known for certain once the text is read.
#[derive(Debug, Clone, Default)]
pub(super) struct TextCoding {
    coding: Coding,
    is_windows: Rc<Cell<bool>>,
}

impl TextCoding {
    /// Compression and encoding of the text, as far as it is read.
    pub fn known(&self) -> Coding {
        let encoding = if self.is_windows.get() {
            TextEncoding::Windows1252
        } else {
            self.coding.encoding
        };
        Coding {
            encoding,
            ..self.coding
        }
    }
}

/// Unpacks and decodes a file.
///
/// # Errors
/// When it is a kind that is not read, which the error names, or cannot be read.
pub(super) fn decode<'a>(
    job: &Job<'_>,
    file: impl Read + 'a,
) -> Result<DecodedFile<'a>, DataError> {
    let errors = &job.errors;
    let failed = |error| errors.unreadable(&error);
    let plain = |coding| TextCoding {
        coding,
        ..TextCoding::default()
    };
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
        return Ok(DecodedFile::Array(file));
    }
    if start.starts_with(ZIP) {
        // One byte more than allowed shows that there are more.
        let most = job.room.left().saturating_add(1);
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).map_err(failed)?;
        let taken = job.room.take(bytes.len() as u64);
        taken.map_err(|fault| errors.no_room(fault))?;
        return Ok(DecodedFile::Archive(bytes));
    }
    if start.starts_with(UTF_8_MARK) {
        let file = behind(UTF_8_MARK, file).map_err(failed)?;
        return Ok(DecodedFile::Text(file, plain(coding)));
    }
    if let Some((encoding, 2)) = Encoding::for_bom(&start) {
        coding.encoding = if encoding == UTF_16LE {
            TextEncoding::Utf16LittleEndian
        } else {
            TextEncoding::Utf16BigEndian
        };
        let text = Utf16::new(file, encoding);
        return Ok(DecodedFile::Text(Box::new(text), plain(coding)));
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(errors.whole(&format!("this is {what}")));
    }
    if let Some(what) = stata(&start) {
        return Err(errors.whole(&format!("this is {what}")));
    }
    if start.contains(&0) {
        let reason = "this is no text; UTF-16 needs its mark, or save the file as UTF-8";
        return Err(errors.whole(reason));
    }
    let text = plain(coding);
    let file = MaybeUtf8::new(file, text.is_windows.clone());
    Ok(DecodedFile::Text(Box::new(file), text))
}

/// Description of Stata's files before release 13, which begin with their release, the order of bytes and a 1; `None`
/// for other files.
fn stata(start: &[u8]) -> Option<&'static str> {
    let is_stata = matches!(start, [105 | 108 | 110..=115, 1 | 2, 1, 0, ..]);
    is_stata.then_some(STATA)
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

/// Reader of a text that is UTF-8, or else of the code page of Windows: the first letter that is not ASCII decides.
struct MaybeUtf8<R> {
    reader: R,
    is_windows: Rc<Cell<bool>>,
    /// True once a letter that is not ASCII was read.
    is_decided: bool,
    /// Decoded text, of which `taken` bytes are already read.
    text: Vec<u8>,
    taken: usize,
}

/// Bytes to which the code page of Windows gives no letter.
const NO_LETTERS: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

impl<R: Read> MaybeUtf8<R> {
    fn new(reader: R, is_windows: Rc<Cell<bool>>) -> Self {
        Self {
            reader,
            is_windows,
            is_decided: false,
            text: Vec::new(),
            taken: 0,
        }
    }

    /// Reads a chunk; returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let mut chunk = self.reader.by_ref().take(CHUNK as u64);
        chunk.read_to_end(&mut bytes)?;
        self.taken = 0;
        if !self.is_decided
            && let Some(first) = bytes.iter().position(|byte| !byte.is_ascii())
        {
            self.is_decided = true;
            // A letter may go on in the next chunk.
            let more = self.reader.by_ref().take(3);
            { more }.read_to_end(&mut bytes)?;
            let letter = &bytes[first..bytes.len().min(first + 4)];
            let is_letter = match std::str::from_utf8(letter) {
                Ok(_) => true,
                Err(error) => error.valid_up_to() > 0,
            };
            let has_controls = bytes[..first].iter().any(|byte| *byte < b'\t');
            let is_text = bytes.iter().all(|byte| !NO_LETTERS.contains(byte));
            self.is_windows.set(!is_letter && is_text && !has_controls);
        }
        let is_end = bytes.is_empty();
        self.text = if self.is_windows.get() && bytes.iter().all(|byte| !NO_LETTERS.contains(byte))
        {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
            text.into_owned().into_bytes()
        } else {
            bytes
        };
        Ok(!is_end)
    }
}

impl<R: Read> Read for MaybeUtf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len() && !self.fill()? {
            return Ok(0);
        }
        let count = (&self.text[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
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
        let DecodedFile::Text(mut file, coding) = decoded else {
            return Err("no text".into());
        };
        let mut text = String::new();
        match file.read_to_string(&mut text) {
            Ok(_) => Ok((text, coding.known())),
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
    fn text_that_is_not_utf_8_is_of_windows_also_across_chunks() {
        for before in [0, CHUNK - 1, CHUNK] {
            let ascii = "x".repeat(before);
            let windows = [ascii.as_bytes(), b"\xe4,\x80\n"].concat();
            let (read, coding) = text(&windows).unwrap();
            assert_eq!(read, format!("{ascii}ä,€\n"));
            assert_eq!(coding.encoding, TextEncoding::Windows1252);
            let (read, coding) = text(format!("{ascii}ä,€\n").as_bytes()).unwrap();
            assert_eq!(read, format!("{ascii}ä,€\n"));
            assert_eq!(coding.encoding, TextEncoding::Utf8);
        }
        // After a letter of UTF-8 the rest is damaged, and free bytes are no letters.
        assert!(text("ä".as_bytes()).is_ok());
        assert!(text(b"\xc3\xa4\xe4,\n").is_err());
        assert!(text(b"a\xe4\x81,\n").is_err());
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, said) in [
            (
                &b"PAR1..."[..],
                "a.csv: this is a Parquet file; save it as CSV",
            ),
            (
                b"$FL2@(#) SPSS",
                "a.csv: this is an SPSS file; save it as CSV",
            ),
            (
                b"\x72\x02\x01\x00",
                "a.csv: this is a Stata file; save it with export delimited",
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
