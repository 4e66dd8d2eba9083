//! The input and output of a child, each with a thread: for systems whose pipes cannot be polled.

use std::io::{ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::lines::Lines;

/// How many pieces of what it writes wait to be read; a child that writes more is made to wait.
const WAITING: usize = 16;
/// How much is read at once.
const PIECE: usize = 1 << 16;

/// The pipes of a child.
pub(super) struct Pipes {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
}

impl Pipes {
    pub(super) fn new(mut stdin: ChildStdin, mut stdout: ChildStdout) -> std::io::Result<Self> {
        let (to, outbox) = mpsc::channel::<Vec<u8>>();
        let (inbox, from) = mpsc::sync_channel(WAITING);
        // A child that does not read must not stop the runner.
        std::thread::spawn(move || {
            for line in outbox {
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let mut piece = vec![0; PIECE];
            loop {
                match stdout.read(&mut piece) {
                    Ok(read) if read > 0 => {
                        if inbox.send(piece[..read].to_vec()).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Ok(_) | Err(_) => return,
                }
            }
        });
        Ok(Self { to: Some(to), from })
    }

    /// Has a message written. If the writing thread is gone, so is the child; reading will say so.
    pub(super) fn write(&mut self, line: &[u8]) {
        if let Some(to) = &self.to {
            let _ = to.send(line.to_vec());
        }
    }

    /// Waits so long for what the child writes; whether something came.
    pub(super) fn wait(&mut self, most: Duration, lines: &mut Lines) -> bool {
        match self.from.recv_timeout(most) {
            Ok(piece) => lines.take(&piece),
            Err(RecvTimeoutError::Disconnected) => lines.end(),
            Err(RecvTimeoutError::Timeout) => return false,
        }
        true
    }

    /// Closes the child's input.
    pub(super) fn close(&mut self) {
        self.to = None;
    }
}
