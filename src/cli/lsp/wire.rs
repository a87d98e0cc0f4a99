//! Framing of messages as bytes.

use super::checks::CheckedText;
use lsp_server::Message;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::Sender;

/// Maximum size of a message in bytes: four times the largest scenario, since JSON escapes some characters.
const LONGEST: u64 = 64 << 20;
/// Maximum size of a header line in bytes.
const LONGEST_HEADER: u64 = 4 << 10;

/// Event for the server.
#[derive(Debug)]
pub(super) enum Event {
    /// Message from the editor.
    Said(Box<Message>),
    /// Invalid message from the editor, with the reason.
    Garbled(String),
    /// End of input from the editor.
    Silent,
    /// Checked text.
    Checked(Box<CheckedText>),
}

/// Passes on the messages of standard input until it ends.
pub(super) fn read(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = next(&mut input);
        let is_last = matches!(event, Event::Silent);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Next message.
fn next(input: &mut dyn BufRead) -> Event {
    match bytes(input) {
        Ok(Some(bytes)) => match serde_json::from_slice(&bytes) {
            Ok(message) => Event::Said(Box::new(message)),
            Err(error) => Event::Garbled(format!("invalid message: {error}")),
        },
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Event::Garbled(error.to_string()),
        Ok(None) | Err(_) => Event::Silent,
    }
}

/// Bytes of the next message; `None` at the end of input. Memory grows with the data received, whatever length is stated.
fn bytes(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |reason: &str| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    let mut length: Option<u64> = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { return invalid("invalid message header") };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }
    let Some(length) = length else { return invalid("message header without a length") };
    let mut message = Vec::new();
    let read = input.take(length.min(LONGEST)).read_to_end(&mut message)? as u64;
    if length > LONGEST {
        // skip the rest of the message
        io::copy(&mut input.take(length - read), &mut io::sink())?;
        return invalid("message longer than 64 MiB");
    }
    Ok((read == length).then_some(message))
}

/// Writes a message and flushes the output.
pub(super) fn write(message: &Message, mut output: &mut dyn Write) -> io::Result<()> {
    message.write(&mut output)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of some bytes, in short.
    fn said(bytes: &[u8]) -> Vec<String> {
        let (mut input, mut said) = (bytes, Vec::new());
        loop {
            match next(&mut input) {
                Event::Said(message) => match *message {
                    Message::Request(request) => said.push(request.method),
                    Message::Notification(notification) => said.push(notification.method),
                    Message::Response(_) => said.push("response".to_owned()),
                },
                Event::Garbled(reason) => said.push(format!("? {reason}")),
                Event::Silent => return said,
                Event::Checked(_) => said.push("checked".to_owned()),
            }
        }
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn messages_are_read_one_after_another() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let typed = format!("content-type: x\r\n{}", framed(r#"{"jsonrpc":"2.0","id":1,"method":"größe"}"#));
        assert_eq!(said((exit.clone() + &typed + &exit).as_bytes()), ["exit", "größe", "exit"]);
    }

    #[test]
    fn after_what_is_no_message_the_next_one_is_read() {
        let exit = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        for (garbage, reason) in [
            (framed("{"), "? invalid message: "),
            ("nothing\r\n".to_owned(), "? invalid message header"),
            ("A: b\r\n\r\n".to_owned(), "? message header without a length"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "? message header without a length"),
        ] {
            let said = said((garbage + &exit).as_bytes());
            assert!(said[0].starts_with(reason), "{said:?}");
            assert_eq!(said[1], "exit");
        }
        let mut bytes = framed("x").into_bytes();
        bytes.pop();
        bytes.push(0xff);
        bytes.extend(exit.as_bytes());
        assert_eq!(said(&bytes).len(), 2);
    }

    #[test]
    fn no_room_is_made_for_what_does_not_come() {
        assert!(said(b"Content-Length: 18446744073709551615\r\n\r\n{}")[0].starts_with("? message longer"));
        assert_eq!(said(b"Content-Length: 60000000\r\n\r\n{}"), Vec::<String>::new());
        assert_eq!(said(b"Content-Len"), ["? invalid message header"]);
    }
}
