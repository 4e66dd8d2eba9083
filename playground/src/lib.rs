//! The engine for a page in a browser: JSON goes in, JSON comes out.
//!
//! Three functions are exported. The page asks for [`room`] for a request, writes it there, calls [`ask`], and reads an answer of so many bytes where
//! [`answer`] says. There is one thread, and what is kept between two requests is a [`Table`]. A panic ends the instance, and the page makes another;
//! what it was about can be asked for once more.

mod table;

use std::cell::RefCell;
use std::panic;

pub use table::Table;

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = RefCell::default();
    static ANSWER: RefCell<String> = RefCell::default();
}

/// Room for a request of so many bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Does what the request says, and tells how many bytes the answer has. A panic is answered with what it says; then there is no further answer.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    panic::set_hook(Box::new(|panicked| {
        let words = panicked.to_string();
        ANSWER.with(|answer| answer.try_borrow_mut().map(|mut answer| *answer = words).unwrap_or_default());
    }));
    let request = REQUEST.take();
    let answer = TABLE.with_borrow_mut(|table| table.answer(&String::from_utf8_lossy(&request)));
    ANSWER.replace(answer);
    size()
}

/// Where the answer stands.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// How many bytes the answer has; after a panic, what was said of it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn size() -> usize {
    ANSWER.with_borrow(String::len)
}
