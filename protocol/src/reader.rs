//! Reading what an engine writes, again and again: in a run the same lines come often, as two formats differ in little and a board lies
//! as it did at the question before. What has been read is copied, which costs a tenth of reading it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::Board;
use crate::event::Event;
use crate::message::{FromEngine, kind};
use crate::prompt::Prompt;

/// How many texts of each kind are kept; then all are forgotten.
const MOST: usize = 1024;
/// The longest text that is kept, in bytes.
const LONGEST: usize = 1 << 12;

/// What may stand between the parts of JSON.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Reads the lines of an engine.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    events: Read<Event>,
    /// Questions without their boards.
    prompts: Read<Prompt>,
    boards: Read<Board>,
}

impl Reader {
    /// Reads a line as [`FromEngine::read`] does.
    ///
    /// # Errors
    /// If it is no message.
    pub fn read(&mut self, line: &str) -> serde_json::Result<FromEngine> {
        match kind(line) {
            Some("event") => self.events.read(line, |line| serde_json::from_str(line)).map(FromEngine::Event),
            Some("prompt") => match self.prompt(line) {
                Some(prompt) => Ok(FromEngine::Prompt(Box::new(prompt))),
                None => FromEngine::read(line),
            },
            _ => FromEngine::read(line),
        }
    }

    /// Reads a question that ends with its board; nothing if it does not, or something is wrong with it.
    fn prompt(&mut self, line: &str) -> Option<Prompt> {
        let (head, rest) = line.split_once("\"board\"")?;
        let head = head.trim_end_matches(BLANKS).strip_suffix(',')?;
        let board = rest.trim_start_matches(BLANKS).strip_prefix(':')?.trim_end_matches(BLANKS).strip_suffix('}')?;
        // The two are JSON if and only if the line is: what stands before the last field, closed, is an object.
        let mut prompt = self.prompts.read(head, |head| serde_json::from_str(&[head, "}"].concat())).ok()?;
        let board = self.boards.read(board, |board| serde_json::from_str(board)).ok()?;
        prompt.board.replace(board).is_none().then_some(prompt)
    }
}

/// What was read, by its text.
#[derive(Clone, Debug)]
struct Read<T>(HashMap<Box<str>, T, BuildHasherDefault<Words>>);

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<T: Clone> Read<T> {
    fn read(&mut self, text: &str, read: impl FnOnce(&str) -> serde_json::Result<T>) -> serde_json::Result<T> {
        if let Some(value) = self.0.get(text) {
            return Ok(value.clone());
        }
        let value = read(text)?;
        if text.len() <= LONGEST {
            if self.0.len() == MOST {
                self.0.clear();
            }
            self.0.insert(text.into(), value.clone());
        }
        Ok(value)
    }
}

/// Eight bytes at a time. An engine could write texts that meet in one place; of so few that costs no more than to read them.
#[derive(Clone, Copy, Debug, Default)]
struct Words(u64);

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for word in words.iter().chain([&last]) {
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn finish(&self) -> u64 {
        // What tells the texts apart is in the upper bits; a table looks at both ends.
        self.0 ^ (self.0 >> 32)
    }
}
