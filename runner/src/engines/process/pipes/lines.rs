//! What a child writes, cut into lines.

use std::collections::VecDeque;
use std::io::BufRead;

use segoc_protocol::LONGEST_LINE;

/// What was read of a child.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Line(String),
    TooLong,
    NotUtf8(String),
    /// The end, perhaps in the middle of a line.
    End(String),
}

/// The lines of a child that were read and not looked at yet.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The beginning of a line that has not ended.
    line: Vec<u8>,
    waiting: VecDeque<Heard>,
    /// Nothing comes after what is waiting.
    over: bool,
}

impl Lines {
    /// Takes what was read.
    pub(super) fn take(&mut self, mut bytes: &[u8]) {
        while !self.over && !bytes.is_empty() {
            // Reading from memory cannot fail.
            let _ = bytes.read_until(b'\n', &mut self.line);
            let has_ended = self.line.pop_if(|last| *last == b'\n').is_some();
            if self.line.len() > LONGEST_LINE {
                self.last(Heard::TooLong);
            } else if has_ended {
                match String::from_utf8(std::mem::take(&mut self.line)) {
                    Ok(text) if text.trim().is_empty() => {}
                    Ok(text) => self.waiting.push_back(Heard::Line(text)),
                    Err(error) => self.last(Heard::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned())),
                }
            }
        }
    }

    /// The child writes nothing more.
    pub(super) fn end(&mut self) {
        if !self.over {
            let half = String::from_utf8_lossy(&self.line).into_owned();
            self.last(Heard::End(half));
        }
    }

    fn last(&mut self, heard: Heard) {
        self.waiting.push_back(heard);
        self.over = true;
    }

    /// The next of them.
    pub(super) fn pop(&mut self) -> Option<Heard> {
        self.waiting.pop_front()
    }

    /// The next of them, if it is a line.
    pub(super) fn pop_line(&mut self) -> Option<String> {
        match self.waiting.pop_front()? {
            Heard::Line(line) => Some(line),
            other => {
                self.waiting.push_front(other);
                None
            }
        }
    }

    /// Whether there is none to look at.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether none will come.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// How many bytes of a line that has not ended were read.
    pub(super) fn unfinished(&self) -> usize {
        self.line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pieces: &[&[u8]]) -> Vec<Heard> {
        let mut lines = Lines::default();
        pieces.iter().for_each(|piece| lines.take(piece));
        lines.end();
        std::iter::from_fn(|| lines.pop()).collect()
    }

    #[test]
    fn lines_are_whole_however_they_come() {
        let line = |text: &str| Heard::Line(text.into());
        let whole = [line("a"), line("bc"), Heard::End("d".into())];
        assert_eq!(all(&[b"a\nbc\n\n  \nd"]), whole);
        assert_eq!(all(&[b"a", b"\nb", b"c\n", b"d"]), whole);
        assert_eq!(all(&[]), [Heard::End(String::new())]);
    }

    #[test]
    fn after_what_is_no_line_nothing_is_heard() {
        assert_eq!(all(&[b"a\n\xff\nb\n"]), [Heard::Line("a".into()), Heard::NotUtf8("\u{fffd}".into())]);
        assert_eq!(all(&[&vec![b'a'; LONGEST_LINE + 1], b"\nb\n"]), [Heard::TooLong]);
    }
}
