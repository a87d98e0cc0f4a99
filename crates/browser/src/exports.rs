//! What WebAssembly exports: a buffer for the question, which becomes the answer.

#![allow(unsafe_code, reason = "an exported name is an unsafe attribute; there is no unsafe block")]

use crate::Session;
use std::cell::RefCell;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes, and says where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
    });
    buffer_start()
}

/// Answers the question in the buffer, where the answer then is; returns how many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = BUFFER.take();
    let answer = SESSION.with_borrow_mut(|session| session.ask(&question));
    let length = answer.len();
    BUFFER.set(answer);
    length
}

/// Where the buffer begins.
#[unsafe(no_mangle)]
pub extern "C" fn buffer_start() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
