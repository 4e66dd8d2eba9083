//! A line on the terminal that says how far something is that takes longer than a second.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::shared::is_quiet;

/// How long nothing is said, and how often the line changes after that.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// What is under way. The line is gone when it is dropped.
pub(super) struct Progress(Option<(Arc<State>, JoinHandle<()>)>);

struct State {
    what: String,
    total: usize,
    done: AtomicUsize,
    /// What else there is to say.
    note: Mutex<String>,
    /// Whether it is over, and whether a line is on the terminal.
    line: Mutex<(bool, bool)>,
    over: Condvar,
}

impl Progress {
    /// Begins something with so many parts; 0 if they are not counted. Where nobody looks at a terminal nothing is ever shown.
    pub(super) fn of(what: &str, total: usize) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb") && cfg!(unix);
        if is_quiet() || dumb || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let (done, note, line, over) = (AtomicUsize::new(0), Mutex::default(), Mutex::default(), Condvar::new());
        let state = Arc::new(State { what: what.to_owned(), total, done, note, line, over });
        let shown = Arc::clone(&state);
        Self(Some((state, std::thread::spawn(move || shown.show()))))
    }

    /// One more part is done.
    pub(super) fn step(&self) {
        if let Some((state, _)) = &self.0 {
            state.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Says something more behind the count.
    pub(super) fn note(&self, note: String) {
        if let Some((state, _)) = &self.0 {
            *state.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
        }
    }

    /// Takes the line away, so that something else can be written; it comes back.
    pub(super) fn clear(&self) {
        if let Some((state, _)) = &self.0 {
            let mut line = state.line.lock().unwrap_or_else(PoisonError::into_inner);
            wipe(&mut line.1);
        }
    }
}

impl State {
    fn show(&self) {
        let begun = Instant::now();
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        while !line.0 {
            let pause = if begun.elapsed() < PATIENCE { PATIENCE } else { TICK };
            line = self.over.wait_timeout(line, pause).unwrap_or_else(PoisonError::into_inner).0;
            if line.0 || begun.elapsed() < PATIENCE {
                continue;
            }
            let (done, seconds) = (self.done.load(Ordering::Relaxed), begun.elapsed().as_secs());
            let far = if self.total > 0 { format!("{done} of {}", self.total) } else { format!("{seconds} s") };
            let note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
            let note = if note.is_empty() { String::new() } else { format!(", {note}") };
            // Nobody is told that nobody can be told.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}: {far}{note}", self.what);
            line.1 = true;
        }
        wipe(&mut line.1);
    }
}

fn wipe(shown: &mut bool) {
    if std::mem::take(shown) {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((state, thread)) = self.0.take() {
            state.line.lock().unwrap_or_else(PoisonError::into_inner).0 = true;
            state.over.notify_all();
            let _ = thread.join();
        }
    }
}
