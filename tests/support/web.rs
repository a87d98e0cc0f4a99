//! A local web server with responses from the test, for programs that call services.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request to the server.
pub struct Request {
    /// `GET`, `POST`, `PATCH` or `PUT`.
    pub method: String,
    /// Path with the query string.
    pub path: String,
    /// Request body.
    pub body: String,
}

/// Runs a local server with shared state; returns its address. It ends with the test.
pub fn serve<M: Send + 'static>(
    memory: Arc<Mutex<M>>,
    answer: impl Fn(&mut M, &Request) -> Option<Vec<u8>> + Send + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let request = read(&mut stream);
            let answer = answer(&mut memory.lock().unwrap(), &request);
            let status = if answer.is_some() { "200 OK" } else { "404 Not Found" };
            let body = answer.unwrap_or_default();
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).unwrap();
        }
    });
    address
}

fn read(stream: &mut TcpStream) -> Request {
    let mut lines = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    };
    let first = line();
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let mut length = 0;
    loop {
        let header = line();
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').unwrap();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap();
        }
        assert!(!name.eq_ignore_ascii_case("expect"), "a body is sent without asking first");
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).unwrap();
    Request { method, path, body: String::from_utf8(body).unwrap() }
}

/// Value of a form field.
pub fn field(form: &str, name: &str) -> String {
    let value = form.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('=')).unwrap();
    let mut bytes = value.bytes();
    let mut text = Vec::new();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            other => other,
        });
    }
    String::from_utf8(text).unwrap()
}
