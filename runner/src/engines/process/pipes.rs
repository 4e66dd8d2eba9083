//! A child process: its three pipes, each with a thread, and its end.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::engines::wire::message::ToEngine;
use crate::engines::{Fault, FaultKind};

/// The longest line, in bytes.
const LONGEST_LINE: usize = 8 << 20;
/// How many lines wait to be read; an engine that writes more is made to wait.
const WAITING_LINES: usize = 16;
/// How many messages are shown after a breakdown.
const SHOWN_MESSAGES: usize = 8;
/// How many lines of standard error are shown after a breakdown.
const SHOWN_STDERR: usize = 20;
/// How much of a message or line is shown.
const SHOWN_CHARACTERS: usize = 300;
/// How often it is looked whether a silent child is still there.
const LOOK: Duration = Duration::from_millis(50);
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

/// What the thread that reads a child passes on.
enum Read1 {
    Line(String),
    TooLong,
    NotUtf8(String),
    /// The end, perhaps in the middle of a line.
    End(String),
}

/// A child process.
pub(super) struct Child {
    process: process::Child,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Read1>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    /// The last messages, `>` to it and `<` from it.
    messages: VecDeque<String>,
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
        let (to, outbox) = mpsc::channel::<Vec<u8>>();
        let (inbox, from) = mpsc::sync_channel(WAITING_LINES);
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(mut stdin) = process.stdin.take() {
            // A child that does not read must not stop the runner.
            std::thread::spawn(move || {
                for line in outbox {
                    if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = process.stdout.take() {
            std::thread::spawn(move || pass_on(BufReader::with_capacity(1 << 16, stdout), &inbox));
        }
        if let Some(pipe) = process.stderr.take() {
            let tail = Arc::clone(&stderr);
            std::thread::spawn(move || keep_tail(BufReader::new(pipe), &tail));
        }
        Ok(Self { process, to: Some(to), from, stderr, messages: VecDeque::new() })
    }

    /// Writes a message. Whether the child reads it shows in what it answers.
    pub(super) fn write(&mut self, message: &ToEngine) {
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        self.remember('>', &String::from_utf8_lossy(&line));
        line.push(b'\n');
        if let Some(to) = &self.to {
            // If the writing thread is gone, so is the child; reading will say so.
            let _ = to.send(line);
        }
    }

    /// A line the child has written though nothing was asked of it.
    pub(super) fn unasked(&mut self) -> Option<String> {
        match self.from.try_recv() {
            Ok(Read1::Line(line)) => {
                self.remember('<', &line);
                Some(shortened(&line))
            }
            _ => None,
        }
    }

    /// The next line, if it comes in time.
    pub(super) fn read(&mut self, until: Instant) -> Incoming {
        let mut gone: Option<Instant> = None;
        loop {
            let now = Instant::now();
            let wait = until.saturating_duration_since(now).min(LOOK);
            match self.from.recv_timeout(wait) {
                Ok(read) => return self.heard(read),
                Err(RecvTimeoutError::Disconnected) => return self.ended(String::new()),
                Err(RecvTimeoutError::Timeout) => {}
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

    fn heard(&mut self, read: Read1) -> Incoming {
        match read {
            Read1::Line(line) => {
                self.remember('<', &line);
                Incoming::Line(line)
            }
            Read1::TooLong => {
                let most = LONGEST_LINE >> 20;
                Incoming::Bad(FaultKind::LineTooLong, format!("the engine wrote a line of more than {most} MiB"))
            }
            Read1::NotUtf8(line) => {
                self.remember('<', &line);
                Incoming::Bad(FaultKind::NotUtf8, "the engine wrote a line that is not UTF-8".into())
            }
            Read1::End(half) => self.ended(half),
        }
    }

    /// The child's output has ended.
    fn ended(&mut self, half: String) -> Incoming {
        if !half.trim().is_empty() {
            self.remember('<', &half);
            return Incoming::Bad(FaultKind::Garbled, "the engine ended in the middle of a message".into());
        }
        let by = Instant::now() + FAREWELL;
        let status = loop {
            match self.process.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < by => std::thread::sleep(Duration::from_millis(5)),
                _ => break None,
            }
        };
        let message = match status {
            Some(status) => format!("the engine ended ({status})"),
            None => "the engine closed its output".into(),
        };
        Incoming::Bad(FaultKind::Crashed, message)
    }

    /// A breakdown, with what helps to find its cause. The child is ended.
    pub(super) fn broken(mut self, kind: FaultKind, message: String) -> Fault {
        self.end();
        // What it printed last may still be on its way.
        std::thread::sleep(Duration::from_millis(20));
        let mut fault = Fault::new(kind, message);
        self.attach(&mut fault);
        fault
    }

    /// Adds the last messages and lines of standard error to a fault.
    pub(super) fn attach(&self, fault: &mut Fault) {
        fault.messages = self.messages.iter().cloned().collect();
        fault.stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
    }

    fn remember(&mut self, direction: char, line: &str) {
        if self.messages.len() == SHOWN_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(format!("{direction} {}", shortened(line)));
    }

    /// Ends the child and everything it started.
    fn end(&mut self) {
        self.to = None;
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
        self.to = None;
        let by = Instant::now() + FAREWELL;
        while Instant::now() < by && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end();
    }
}

/// Passes lines on until the output ends or nobody listens.
fn pass_on(mut from: impl BufRead, to: &SyncSender<Read1>) {
    let mut line: Vec<u8> = Vec::new();
    loop {
        line.clear();
        let read = from.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let next = match read {
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                match String::from_utf8(std::mem::take(&mut line)) {
                    Ok(text) if text.trim().is_empty() => continue,
                    Ok(text) => Read1::Line(text),
                    Err(error) => Read1::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
                }
            }
            Ok(_) if line.len() > LONGEST_LINE => Read1::TooLong,
            Ok(_) | Err(_) => Read1::End(String::from_utf8_lossy(&line).into_owned()),
        };
        let last = !matches!(next, Read1::Line(_));
        if to.send(next).is_err() || last {
            return;
        }
    }
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

/// The beginning of a line, without what could confuse a terminal.
fn shortened(line: &str) -> String {
    let mut text: String =
        line.chars().take(SHOWN_CHARACTERS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if line.chars().nth(SHOWN_CHARACTERS).is_some() {
        text.push('…');
    }
    text
}
