//! Exports of the WebAssembly module: one buffer for request and reply.

#![allow(unsafe_code, reason = "an exported name is an unsafe attribute; there is no unsafe block")]

use crate::Session;
use std::cell::RefCell;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates the request buffer of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
    });
    buffer_start()
}

/// Replaces the request in the buffer by its reply and returns the length of the reply in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let request = BUFFER.take();
    let reply = SESSION.with_borrow_mut(|session| session.ask(&request));
    let length = reply.len();
    BUFFER.set(reply);
    length
}

/// Address of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn buffer_start() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
