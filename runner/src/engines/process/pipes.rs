//! A child process: its three pipes, each with a thread, and its end.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use segoc_protocol::{Fault, FaultKind, LONGEST_LINE, ToEngine, visible};

/// How many pieces of what it writes wait to be read; an engine that writes more is made to wait.
const WAITING: usize = 16;
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
    from: Receiver<Vec<Read1>>,
    /// How many bytes of a line that has not ended were read.
    unfinished: Arc<AtomicUsize>,
    /// What was read and not looked at yet.
    waiting: VecDeque<Read1>,
    stderr: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads standard error.
    printing: Option<JoinHandle<()>>,
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
        let (inbox, from) = mpsc::sync_channel(WAITING);
        let unfinished = Arc::new(AtomicUsize::new(0));
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
            let unfinished = Arc::clone(&unfinished);
            std::thread::spawn(move || pass_on(BufReader::with_capacity(1 << 16, stdout), &inbox, &unfinished));
        }
        let printing = process.stderr.take().map(|pipe| {
            let tail = Arc::clone(&stderr);
            std::thread::spawn(move || keep_tail(BufReader::new(pipe), &tail))
        });
        Ok(Self {
            process,
            to: Some(to),
            from,
            unfinished,
            waiting: VecDeque::new(),
            stderr,
            printing,
            messages: VecDeque::new(),
        })
    }

    /// Writes a message. Whether the child reads it shows in what it answers.
    pub(super) fn write(&mut self, message: &ToEngine) {
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        // What was said in the duel before explains nothing.
        if matches!(message, ToEngine::Start(_)) {
            self.messages.clear();
        }
        self.remember('>', &String::from_utf8_lossy(&line));
        line.push(b'\n');
        if let Some(to) = &self.to {
            // If the writing thread is gone, so is the child; reading will say so.
            let _ = to.send(line);
        }
    }

    /// A line the child has written though nothing was asked of it.
    pub(super) fn unasked(&mut self) -> Option<String> {
        if self.waiting.is_empty() {
            self.waiting.extend(self.from.try_recv().unwrap_or_default());
        }
        // What is no line, or the end, belongs to the answer that will not come.
        match self.waiting.pop_front() {
            Some(Read1::Line(line)) => {
                self.remember('<', &line);
                Some(shortened(&line))
            }
            other => {
                self.waiting.extend(other);
                None
            }
        }
    }

    /// The same, if it comes soon.
    pub(super) fn unasked_soon(&mut self) -> Option<String> {
        if self.waiting.is_empty() {
            self.waiting.extend(self.from.recv_timeout(SOON).unwrap_or_default());
        }
        self.unasked()
    }

    /// What is known of a line that has not ended, to be said of a child that is silent.
    pub(super) fn unfinished(&self) -> String {
        match self.unfinished.load(Ordering::Relaxed) {
            0 => String::new(),
            bytes => format!("; it wrote {bytes} bytes without ending its line"),
        }
    }

    /// The next line, if it comes in time.
    pub(super) fn read(&mut self, until: Instant) -> Incoming {
        let mut gone: Option<Instant> = None;
        loop {
            if let Some(read) = self.waiting.pop_front() {
                return self.heard(read);
            }
            let now = Instant::now();
            let wait = until.saturating_duration_since(now).min(LOOK);
            match self.from.recv_timeout(wait) {
                Ok(read) => {
                    self.waiting.extend(read);
                    continue;
                }
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
        fault.messages = self.messages.iter().cloned().collect();
        fault.stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
    }

    /// Shows the line that was read last as it was received, since it is what is wrong.
    pub(super) fn show_whole(&mut self, line: &str) {
        self.messages.pop_back();
        self.messages.push_back(format!("< {}", printable(line, SHOWN_OF_A_LIE)));
    }

    fn remember(&mut self, direction: char, line: &str) {
        if self.messages.len() == SHOWN_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(format!("{direction} {}", shortened(line)));
    }

    /// Closes the child's input; whether it has ended by itself soon after.
    pub(super) fn farewell(&mut self) -> bool {
        self.to = None;
        soon(|| !matches!(self.process.try_wait(), Ok(None)))
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

/// Passes lines on until the output ends or nobody listens, together what was written together; `unfinished` says how
/// long the line under way is.
fn pass_on(mut from: BufReader<impl Read>, to: &SyncSender<Vec<Read1>>, unfinished: &AtomicUsize) {
    let mut line: Vec<u8> = Vec::new();
    let mut together: Vec<Read1> = Vec::new();
    loop {
        let read = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = read.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(read.len(), |end| end + 1);
        line.extend_from_slice(&read[..end.unwrap_or(read.len())]);
        from.consume(taken);
        unfinished.store(if end.is_some() { 0 } else { line.len() }, Ordering::Relaxed);
        if line.len() > LONGEST_LINE {
            together.push(Read1::TooLong);
        } else if end.is_some() {
            match String::from_utf8(std::mem::take(&mut line)) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => together.push(Read1::Line(text)),
                Err(error) => together.push(Read1::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned())),
            }
        } else if taken == 0 {
            together.push(Read1::End(String::from_utf8_lossy(&line).into_owned()));
        }
        let last = together.last().is_some_and(|read| !matches!(read, Read1::Line(_)));
        let is_due = last || (from.buffer().is_empty() && !together.is_empty());
        if is_due && (to.send(std::mem::take(&mut together)).is_err() || last) {
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
