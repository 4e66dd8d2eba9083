//! The input and output of a child without threads: who waits for what is written also writes what was not taken yet.

use std::io::{ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::lines::Lines;

/// How much is read at once.
const PIECE: usize = 1 << 16;

/// The pipes of a child.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    /// What the child has not taken yet.
    unsent: Vec<u8>,
    stdout: ChildStdout,
    piece: Box<[u8]>,
}

impl Pipes {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout) -> std::io::Result<Self> {
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        Ok(Self { stdin: Some(stdin), unsent: Vec::new(), stdout, piece: vec![0; PIECE].into() })
    }

    /// Writes as much as the child takes now; the rest while it is waited for.
    pub(super) fn write(&mut self, line: &[u8]) {
        self.unsent.extend_from_slice(line);
        self.send();
    }

    fn send(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        while !self.unsent.is_empty() {
            match stdin.write(&self.unsent) {
                Ok(taken) => drop(self.unsent.drain(..taken)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // If nobody reads, the child is gone; reading will say so.
                Err(_) => return self.close(),
            }
        }
    }

    /// Waits so long for what the child writes; whether something came.
    pub(super) fn wait(&mut self, most: Duration, lines: &mut Lines) -> bool {
        let until = Instant::now() + most;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            // To read is to look, where nothing is waited for.
            let (readable, writable) = if most.is_zero() { (true, false) } else { self.ready(left) };
            if writable {
                self.send();
            }
            if readable && self.receive(lines) {
                return true;
            }
            if left.is_zero() {
                return false;
            }
        }
    }

    /// Whether there is something to read, or the end, and whether the child takes more.
    fn ready(&self, most: Duration) -> (bool, bool) {
        let time = Timespec::try_from(most).ok();
        let stdout = PollFd::new(&self.stdout, PollFlags::IN);
        let is_ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        // Being interrupted is as if the time were over for now.
        match self.stdin.as_ref().filter(|_| !self.unsent.is_empty()) {
            Some(stdin) => {
                let mut both = [stdout, PollFd::new(stdin, PollFlags::OUT)];
                let known = poll(&mut both, time.as_ref()).is_ok();
                (known && is_ready(&both[0]), known && is_ready(&both[1]))
            }
            None => {
                let mut one = [stdout];
                (poll(&mut one, time.as_ref()).is_ok() && is_ready(&one[0]), false)
            }
        }
    }

    fn receive(&mut self, lines: &mut Lines) -> bool {
        match self.stdout.read(&mut self.piece) {
            Ok(0) => lines.end(),
            Ok(read) => lines.take(&self.piece[..read]),
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => return false,
            Err(_) => lines.end(),
        }
        true
    }

    /// Closes the child's input.
    pub(super) fn close(&mut self) {
        self.stdin = None;
        self.unsent.clear();
    }
}
