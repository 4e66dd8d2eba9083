//! A child process: its three pipes, and its end.

mod lines;
#[cfg(unix)]
mod polled;
#[cfg(any(not(unix), test))]
mod threaded;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{self, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use lines::{Heard, Lines};
#[cfg(unix)]
use polled::Pipes;
use segoc_protocol::{Fault, FaultKind, LONGEST_LINE, ToEngine, visible};
#[cfg(not(unix))]
use threaded::Pipes;

/// How many messages are shown after a breakdown.
const SHOWN_MESSAGES: usize = 8;
/// How many lines of standard error are shown after a breakdown.
const SHOWN_STDERR: usize = 20;
/// How much of a message or line is shown.
const SHOWN_CHARACTERS: usize = 300;
/// How much of the message is shown that contradicts the duel: a whole board.
const SHOWN_OF_A_LIE: usize = 1 << 16;
/// How often it is looked whether a silent child is still there.
const LOOK: Duration = Duration::from_millis(50);
/// How long it is waited for what a child wrote or printed and what may still be on its way.
const SOON: Duration = Duration::from_millis(20);
/// How long a child may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// What comes from a child.
pub(super) enum Incoming {
    /// A line.
    Line(String),
    /// Nothing, in the time given.
    Nothing,
    /// Something that is no line, or the end.
    Bad(FaultKind, String),
}

/// One of the last messages, which are shown only after a breakdown.
struct Message {
    /// `>` to the child and `<` from it.
    direction: char,
    /// As much of it as may be needed to show so many characters, and that there are more.
    line: String,
    most: usize,
}

impl Message {
    fn new(direction: char, line: &str, most: usize) -> Self {
        // No character is longer than four bytes.
        let enough = line.len().min((most + 1) * 4);
        let end = (enough..line.len()).find(|end| line.is_char_boundary(*end)).unwrap_or(line.len());
        Self { direction, line: line[..end].to_owned(), most }
    }
}

/// A child process.
pub(super) struct Child {
    process: process::Child,
    pipes: Pipes,
    /// What was read and not looked at yet.
    lines: Lines,
    stderr: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads standard error.
    printing: Option<JoinHandle<()>>,
    messages: VecDeque<Message>,
}

impl Child {
    /// Starts a program in a process group of its own.
    pub(super) fn spawn(command: &[String]) -> Result<Self, Box<Fault>> {
        let cannot = |why: String| Box::new(Fault::new(FaultKind::NoHandshake, why));
        let Some((program, arguments)) = command.split_first() else {
            return Err(cannot("no program is named".into()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| cannot(format!("`{program}` cannot be started: {error}")))?;
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(cannot(format!("`{program}` was started without pipes")));
        };
        let pipes = Pipes::new(stdin, stdout).map_err(|error| cannot(format!("`{program}` has no pipes: {error}")))?;
        let printing = process.stderr.take().map(|pipe| {
            let tail = Arc::clone(&stderr);
            std::thread::spawn(move || keep_tail(BufReader::new(pipe), &tail))
        });
        Ok(Self { process, pipes, lines: Lines::default(), stderr, printing, messages: VecDeque::new() })
    }

    /// Writes a message. Whether the child reads it shows in what it answers.
    pub(super) fn write(&mut self, message: &ToEngine) {
        let mut line = serde_json::to_string(message).unwrap_or_default();
        // What was said in the duel before explains nothing.
        if matches!(message, ToEngine::Start(_)) {
            self.messages.clear();
        }
        self.remember('>', &line);
        line.push('\n');
        self.pipes.write(line.as_bytes());
    }

    /// A line the child has written though nothing was asked of it.
    pub(super) fn unasked(&mut self) -> Option<String> {
        self.unasked_in(Duration::ZERO)
    }

    /// The same, if it comes soon.
    pub(super) fn unasked_soon(&mut self) -> Option<String> {
        self.unasked_in(SOON)
    }

    /// What is no line, or the end, belongs to the answer that will not come.
    fn unasked_in(&mut self, time: Duration) -> Option<String> {
        if self.lines.is_empty() && !self.lines.is_over() {
            self.pipes.wait(time, &mut self.lines);
        }
        let line = self.lines.pop_line()?;
        self.remember('<', &line);
        Some(shortened(&line))
    }

    /// What is known of a line that has not ended, to be said of a child that is silent.
    pub(super) fn unfinished(&self) -> String {
        match self.lines.unfinished() {
            0 => String::new(),
            bytes => format!("; it wrote {bytes} bytes without ending its line"),
        }
    }

    /// The next line, if it comes in time.
    pub(super) fn read(&mut self, until: Instant) -> Incoming {
        let mut gone: Option<Instant> = None;
        loop {
            if let Some(heard) = self.lines.pop() {
                return self.heard(heard);
            }
            if self.lines.is_over() {
                return self.ended(String::new());
            }
            let wait = until.saturating_duration_since(Instant::now()).min(LOOK);
            if self.pipes.wait(wait, &mut self.lines) {
                continue;
            }
            // Something it started may hold its output open after it has gone.
            if gone.is_none() && matches!(self.process.try_wait(), Ok(Some(_))) {
                gone = Some(Instant::now() + LOOK * 4);
            }
            if gone.is_some_and(|gone| Instant::now() >= gone) {
                return self.ended(String::new());
            }
            if Instant::now() >= until {
                return Incoming::Nothing;
            }
        }
    }

    fn heard(&mut self, heard: Heard) -> Incoming {
        match heard {
            Heard::Line(line) => {
                self.remember('<', &line);
                Incoming::Line(line)
            }
            Heard::TooLong => {
                let most = LONGEST_LINE >> 20;
                Incoming::Bad(FaultKind::LineTooLong, format!("the engine wrote a line of more than {most} MiB"))
            }
            Heard::NotUtf8(line) => {
                self.remember('<', &line);
                Incoming::Bad(FaultKind::NotUtf8, "the engine wrote a line that is not UTF-8".into())
            }
            Heard::End(half) => self.ended(half),
        }
    }

    /// The child's output has ended.
    fn ended(&mut self, half: String) -> Incoming {
        if !half.trim().is_empty() {
            self.remember('<', &half);
            return Incoming::Bad(FaultKind::Garbled, "the engine ended in the middle of a message".into());
        }
        soon(|| !matches!(self.process.try_wait(), Ok(None)));
        let message = match self.process.try_wait() {
            Ok(Some(status)) => format!("the engine ended ({status})"),
            _ => "the engine closed its output".into(),
        };
        Incoming::Bad(FaultKind::Crashed, message)
    }

    /// A breakdown, with what helps to find its cause. The child is ended.
    pub(super) fn broken(mut self, kind: FaultKind, message: String) -> Fault {
        self.end();
        // What it printed last may still be on its way. Something it started may hold the pipe open for ever.
        soon(|| self.printing.as_ref().is_none_or(JoinHandle::is_finished));
        let mut fault = Fault::new(kind, message);
        self.attach(&mut fault);
        fault
    }

    /// The same of a child that goes on: what it printed before it spoke may still be on its way.
    pub(super) fn attach_soon(&self, fault: &mut Fault) {
        std::thread::sleep(SOON);
        self.attach(fault);
    }

    /// Adds the last messages and lines of standard error to a fault.
    fn attach(&self, fault: &mut Fault) {
        let shown = |message: &Message| format!("{} {}", message.direction, printable(&message.line, message.most));
        fault.messages = self.messages.iter().map(shown).collect();
        fault.stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
    }

    /// Shows the line that was read last as it was received, since it is what is wrong.
    pub(super) fn show_whole(&mut self, line: &str) {
        self.messages.pop_back();
        self.messages.push_back(Message::new('<', line, SHOWN_OF_A_LIE));
    }

    fn remember(&mut self, direction: char, line: &str) {
        if self.messages.len() == SHOWN_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(Message::new(direction, line, SHOWN_CHARACTERS));
    }

    /// Closes the child's input; whether it has ended by itself soon after.
    pub(super) fn farewell(&mut self) -> bool {
        self.pipes.close();
        soon(|| !matches!(self.process.try_wait(), Ok(None)))
    }

    /// Ends the child and everything it started.
    fn end(&mut self) {
        self.pipes.close();
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    /// Lets the child end by itself, then ends it and everything it started.
    fn drop(&mut self) {
        self.farewell();
        self.end();
    }
}

/// Waits until something is so; false if it takes longer than a farewell.
fn soon(mut is_so: impl FnMut() -> bool) -> bool {
    let by = Instant::now() + FAREWELL;
    while !is_so() {
        if Instant::now() >= by {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

/// Keeps the last lines of standard error, whatever its length.
fn keep_tail(mut from: impl BufRead, tail: &Mutex<VecDeque<String>>) {
    let mut line: Vec<u8> = Vec::new();
    loop {
        line.clear();
        // A line without end is kept in pieces.
        match from.by_ref().take(1 << 16).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = shortened(String::from_utf8_lossy(&line).trim_end());
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                if tail.len() == SHOWN_STDERR {
                    tail.pop_front();
                }
                tail.push_back(text);
            }
        }
    }
}

/// The beginning of a line, so that everything in it is seen.
fn shortened(line: &str) -> String {
    printable(line, SHOWN_CHARACTERS)
}

/// So much of a line, so that everything in it is seen.
fn printable(line: &str, most: usize) -> String {
    let mut text = visible(&line.chars().take(most).collect::<String>());
    if line.chars().nth(most).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says hello to a child that repeats it, by whichever pipes, and hears that it ends.
    macro_rules! repeats {
        ($name:ident, $pipes:ty) => {
            #[test]
            #[cfg(unix)]
            fn $name() {
                let mut cat = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
                let mut pipes = <$pipes>::new(cat.stdin.take().unwrap(), cat.stdout.take().unwrap()).unwrap();
                let mut lines = Lines::default();
                assert!(!pipes.wait(Duration::from_millis(1), &mut lines));
                // More than a pipe holds: what is not taken at once is written while it is waited.
                let long = "a".repeat(1 << 20);
                pipes.write(format!("hello\n{long}\n").as_bytes());
                let mut heard = Vec::new();
                while heard.len() < 2 {
                    assert!(pipes.wait(Duration::from_secs(60), &mut lines));
                    heard.extend(std::iter::from_fn(|| lines.pop()));
                }
                assert!(heard == [Heard::Line("hello".into()), Heard::Line(long)]);
                pipes.close();
                while !lines.is_over() {
                    assert!(pipes.wait(Duration::from_secs(60), &mut lines));
                }
                assert_eq!(lines.pop(), Some(Heard::End(String::new())));
                cat.wait().unwrap();
            }
        };
    }

    repeats!(polled, polled::Pipes);
    repeats!(threaded, threaded::Pipes);
}
