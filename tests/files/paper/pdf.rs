//! Reading of what a PDF's page paints, from its content stream.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// Numbers of outlines that are filled or stroked, and of pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MarkCounts {
    pub outlines: usize,
    pub pictures: usize,
}

/// What the only page of a PDF paints; an outline without any extent, which readers may leave out, does not count.
pub fn painted(pdf: &[u8]) -> MarkCounts {
    let content = content(pdf);
    let mut counts = MarkCounts::default();
    let mut path = Path::default();
    let mut operands: Vec<f64> = Vec::new();
    for word in words(&content) {
        if let Ok(number) = word.parse() {
            operands.push(number);
            continue;
        }
        match word {
            "m" => path.begin(&operands),
            "l" | "c" | "v" | "y" => path.go_on(&operands),
            "re" => {
                path.begin(&operands[..2]);
                path.go_on(&[operands[0] + operands[2], operands[1] + operands[3]]);
            }
            "f" | "F" | "f*" | "S" | "s" | "B" | "B*" | "b" | "b*" => {
                counts.outlines += std::mem::take(&mut path).finish();
            }
            "n" => path = Path::default(),
            "Do" => counts.pictures += 1,
            _ => {}
        }
        operands.clear();
    }
    counts
}

/// Outlines of a path so far, with the ends of the last one.
#[derive(Default)]
struct Path {
    complete: usize,
    ends: Option<[[f64; 2]; 2]>,
}

impl Path {
    fn begin(&mut self, at: &[f64]) {
        self.end();
        self.ends = Some([0, 1].map(|axis| [at[axis]; 2]));
    }

    fn go_on(&mut self, to: &[f64]) {
        let ends = self.ends.as_mut().unwrap();
        for at in to.chunks(2) {
            for (axis, [low, high]) in ends.iter_mut().enumerate() {
                (*low, *high) = (low.min(at[axis]), high.max(at[axis]));
            }
        }
    }

    fn end(&mut self) {
        let has_extent = |ends: [[f64; 2]; 2]| ends.iter().any(|[low, high]| high > low);
        self.complete += usize::from(self.ends.take().is_some_and(has_extent));
    }

    fn finish(mut self) -> usize {
        self.end();
        self.complete
    }
}

/// Content stream of the page, inflated.
fn content(pdf: &[u8]) -> Vec<u8> {
    let after = |from: usize, what: &str| {
        let rest = pdf[from..].windows(what.len());
        let mut found = rest.enumerate().filter(|(_, it)| *it == what.as_bytes());
        from + found.next().unwrap_or_else(|| panic!("no {what}")).0 + what.len()
    };
    let number = &pdf[after(0, "/Contents ")..];
    let digits = number.iter().take_while(|it| it.is_ascii_digit());
    let number: String = digits.map(|it| char::from(*it)).collect();
    let begins = after(
        after(after(0, &format!("\n{number} 0 obj")), "stream"),
        "\n",
    );
    let mut content = Vec::new();
    ZlibDecoder::new(&pdf[begins..])
        .read_to_end(&mut content)
        .unwrap();
    content
}

/// Numbers, names and operators of a content stream, without its texts.
fn words(content: &[u8]) -> Vec<&str> {
    let mut words = Vec::new();
    let mut begin = 0;
    let mut i = 0;
    while i < content.len() {
        let byte = content[i];
        let is_text = byte == b'(';
        if is_text || byte.is_ascii_whitespace() || b"<>[]".contains(&byte) {
            if begin < i {
                words.push(std::str::from_utf8(&content[begin..i]).unwrap());
            }
            if is_text {
                i = end_of_text(content, i);
            } else if byte == b'<' && content[i + 1] != b'<' {
                i += content[i..].iter().position(|it| *it == b'>').unwrap();
            }
            begin = i + 1;
        }
        i += 1;
    }
    words
}

/// Place of the bracket that ends the text which begins at a place.
fn end_of_text(content: &[u8], begin: usize) -> usize {
    let mut depth = 0;
    let mut i = begin;
    loop {
        match content[i] {
            b'\\' => i += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
        i += 1;
    }
}
