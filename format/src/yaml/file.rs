//! Reading a file: how big it may be and what it may consist of.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::Span;
use segoc_protocol::is_hidden;

/// The largest file that is read at all.
const MAX_BYTES: u64 = 1024 * 1024;
/// How much is read to see the first line.
const SHORT_LINE: usize = 64;

/// Reads a file of the corpus; `shown` is its path for messages.
///
/// # Errors
/// If it cannot be read, is larger than a mebibyte, or is not a text.
pub fn read(path: &Path, shown: &str) -> Result<Arc<str>, Diagnostics> {
    read_up_to(MAX_BYTES, "a ruling or a card takes a few hundred bytes; is this the right file?", path, shown)
}

/// Reads a file of at most so many bytes; `advice` is for whoever named a larger one.
pub(crate) fn read_up_to(most: u64, advice: &str, path: &Path, shown: &str) -> Result<Arc<str>, Diagnostics> {
    let mut bytes = Vec::new();
    match fill(&mut bytes, most, path) {
        Ok(()) => decode(bytes, shown),
        Err(Unreadable::NoFile) => {
            Err(Diagnostic::of_file(shown, "this is not a file").help("put a text file in its place").into())
        }
        Err(Unreadable::TooLarge) => {
            let message = format!("the file is larger than {} KiB", most / 1024);
            Err(Diagnostic::of_file(shown, message).help(advice).into())
        }
        Err(Unreadable::Because(error)) => {
            Err(Diagnostic::of_file(shown, format!("the file cannot be read: {error}")).into())
        }
    }
}

/// The text of a file of the corpus, for a look at it; none if it cannot be read, or is wrong as a text.
pub(crate) fn glance<'b>(path: &Path, bytes: &'b mut Vec<u8>) -> Option<&'b str> {
    bytes.clear();
    fill(bytes, MAX_BYTES, path).ok()?;
    let text = std::str::from_utf8(bytes).ok()?;
    hidden("", text).is_none().then_some(text)
}

/// The first line of a file of the corpus, if it is short; no more of the file is read.
pub(crate) fn first_line<'b>(path: &Path, bytes: &'b mut Vec<u8>) -> Option<&'b str> {
    // As in `fill`.
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    bytes.resize(SHORT_LINE, 0);
    let read = File::open(path).and_then(|mut file| file.read(bytes)).ok()?;
    let end = bytes[..read].iter().position(|byte| *byte == b'\n')?;
    std::str::from_utf8(&bytes[..end]).ok()
}

/// Why a file has no bytes to look at.
enum Unreadable {
    NoFile,
    TooLarge,
    Because(std::io::Error),
}

/// Reads a file of at most so many bytes into an empty buffer.
fn fill(bytes: &mut Vec<u8>, most: u64, path: &Path) -> Result<(), Unreadable> {
    // Opening a pipe would wait for someone to write into it.
    if !std::fs::metadata(path).map_err(Unreadable::Because)?.is_file() {
        return Err(Unreadable::NoFile);
    }
    let file = File::open(path).map_err(Unreadable::Because)?;
    let length = file.metadata().map_err(Unreadable::Because)?.len();
    // The size is looked at first, and trusted no further than that: a file may grow while it is read.
    if length <= most {
        bytes.reserve(length as usize + 1);
        file.take(most + 1).read_to_end(bytes).map_err(Unreadable::Because)?;
    }
    if length > most || bytes.len() as u64 > most { Err(Unreadable::TooLarge) } else { Ok(()) }
}

/// Makes a text of bytes.
///
/// # Errors
/// If they are not UTF-8, or hold a character that cannot be seen.
pub fn decode(bytes: Vec<u8>, shown: &str) -> Result<Arc<str>, Diagnostics> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let text: Arc<str> = String::from_utf8_lossy(error.as_bytes()).into();
            return Err(Diagnostic::new(shown, &text, Span { start, end: start + 3 }, "this is not UTF-8")
                .lint(Lint::File)
                .help("save the file as UTF-8")
                .into());
        }
    };
    match hidden(shown, &text) {
        Some(hidden) => Err(hidden.into()),
        None => Ok(text.into()),
    }
}

/// The first character of a text that cannot be seen, or changes how others are seen, as a mistake. A byte order mark may begin a file.
pub(super) fn hidden(shown: &str, text: &str) -> Option<Diagnostic> {
    if text.as_bytes().chunks(256).all(is_plain) {
        return None;
    }
    let harmless = |at: usize, c: char| match c {
        '\n' | '\t' => true,
        '\r' => text[at + 1..].starts_with('\n'),
        '\u{feff}' => at == 0,
        c => !is_hidden(c),
    };
    let (at, c) = unusual(text).find(|&(at, c)| !harmless(at, c))?;
    // What is shown of the file has something else in its place, so that showing it does no harm.
    let seen: String = text.char_indices().map(|(at, c)| if harmless(at, c) { c } else { '\u{fffd}' }).collect();
    let start = seen.char_indices().nth(text[..at].chars().count()).map_or(seen.len(), |(start, _)| start);
    let (message, help) = about_hidden(c);
    let span = Span { start, end: start + '\u{fffd}'.len_utf8() };
    Some(Diagnostic::new(shown, &seen.into(), span, message).lint(Lint::File).help(help))
}

/// Whether there are only printed ASCII and ends of lines. Every text is looked at, so eight bytes at a time.
fn is_plain(bytes: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = ONES << 7;
    // The top bit of every byte that is another one: what is added below sets it, and never reaches the next byte.
    let others = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        let (low, ended) = (word & !TOPS, word ^ (ONES * 0x0a));
        let (from_blank, deletes) = (low + ONES * 0x60, low + ONES);
        let ends_no_line = ((ended & !TOPS) + ONES * 0x7f) | ended;
        (word | deletes | (!from_blank & ends_no_line)) & TOPS
    };
    let (words, rest) = bytes.as_chunks();
    words.iter().fold(0, |found, word| found | others(word)) == 0
        && rest.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

/// The characters of a text that need a look, each with its place: neither printed ASCII nor the end of a line.
fn unusual(text: &str) -> impl Iterator<Item = (usize, char)> {
    let bytes = text.bytes().enumerate();
    let looked_at = bytes.filter(|(at, byte)| !matches!(byte, b' '..=b'~' | b'\n') && text.is_char_boundary(*at));
    looked_at.filter_map(|(at, _)| Some((at, text[at..].chars().next()?)))
}

/// What is said of a character that cannot be seen.
pub(super) fn about_hidden(c: char) -> (String, &'static str) {
    let code = u32::from(c);
    let what = match c {
        '\0' => "a NUL byte",
        '\r' => "a carriage return without a line feed",
        c if c.is_control() => "a control character",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a character that turns the direction of writing"
        }
        '\u{2028}' | '\u{2029}' => "a line break that only some programs know",
        _ => "a character that cannot be seen",
    };
    (format!("there is {what} here, U+{code:04X}"), "remove it; a file is plain text, in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_utf_8_has_a_place() {
        let error = decode(b"id: K7Q2\nruling: \xff\n".to_vec(), "a.yaml").unwrap_err();
        assert_eq!(error.to_string(), "a.yaml:2:9: this is not UTF-8");
    }

    #[test]
    fn a_nul_byte_has_a_place() {
        let error = decode(b"id: K7\0Q2\n".to_vec(), "a.yaml").unwrap_err();
        assert_eq!(error.to_string(), "a.yaml:1:7: there is a NUL byte here, U+0000");
    }

    #[test]
    fn a_missing_file_and_a_directory_are_told_apart() {
        let missing = read(Path::new("no such file"), "no such file").unwrap_err();
        assert!(missing.to_string().starts_with("no such file: the file cannot be read: "), "{missing}");
        let directory = read(Path::new("."), ".").unwrap_err();
        assert!(directory.to_string().contains("not a file"), "{directory}");
    }

    #[test]
    fn a_large_file_is_not_read() {
        let path = std::env::temp_dir().join(format!("segoc-large-{}.yaml", std::process::id()));
        std::fs::write(&path, vec![b'a'; MAX_BYTES as usize + 1]).unwrap();
        let error = read(&path, "large.yaml");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(error.unwrap_err().to_string(), "large.yaml: the file is larger than 1024 KiB");
    }

    #[test]
    fn every_byte_is_plain_or_not_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            for at in 0..19 {
                let mut bytes = *b"nothing else, aloud";
                bytes[at] = byte;
                assert_eq!(is_plain(&bytes), matches!(byte, b' '..=b'~' | b'\n'), "{byte} at {at}");
            }
        }
    }
}
