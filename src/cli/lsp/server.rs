//! Server: handles messages in order, on the texts as they are at that time.

use super::super::Status;
use super::checks::{CheckedText, Checker};
use super::paths::path_of;
use super::texts::OpenTexts;
use super::wire::{self, Event};
use super::{findings, offered};
use anyhow::Result;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Initialized, LogMessage, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, Completion, HoverRequest, Initialize, RegisterCapability,
    Request as _, Shutdown,
};
use lsp_types::{
    CancelParams, ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionParams,
    CodeActionProviderCapability, CodeLensOptions, CodeLensParams, CompletionOptions, CompletionParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesRegistrationOptions, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, FileSystemWatcher, GlobPattern, HoverParams, HoverProviderCapability, InitializeParams,
    InitializeResult, LogMessageParams, MessageType, NumberOrString, PublishDiagnosticsParams, Registration,
    RegistrationParams, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Files that a scenario may depend on.
const WATCHED: [&str; 4] = ["**/rackrent.toml", "**/rackrent-baseline.toml", "**/*.csv", "**/*.{yaml,yml}"];

/// Phase of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    Before,
    /// Requests are answered.
    Open,
    /// After `shutdown`, before `exit`.
    Closing,
}

/// Effect of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Continue with the next event.
    On,
    /// End the session with this status.
    Ended(Status),
}

/// Request that waits for the check of a text.
#[derive(Debug)]
struct Waiting {
    id: RequestId,
    uri: Uri,
}

/// Language server.
pub(super) struct Server<'o> {
    output: &'o mut dyn Write,
    phase: Phase,
    client: ClientCapabilities,
    folders: Vec<PathBuf>,
    texts: OpenTexts,
    checker: Checker,
    waiting: Vec<Waiting>,
    requests: i32,
}

impl<'o> Server<'o> {
    /// Server before `initialize`.
    pub(super) fn new(checker: Checker, output: &'o mut dyn Write) -> Server<'o> {
        Server {
            output,
            phase: Phase::Before,
            client: ClientCapabilities::default(),
            folders: Vec::new(),
            texts: OpenTexts::default(),
            checker,
            waiting: Vec::new(),
            requests: 0,
        }
    }

    /// Handles an event.
    ///
    /// # Errors
    /// If nothing can be written.
    pub(super) fn take(&mut self, event: Event) -> Result<Step> {
        match event {
            Event::Said(message) => match *message {
                Message::Request(request) => self.request(request)?,
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    let is_done = self.phase == Phase::Closing;
                    return Ok(Step::Ended(if is_done { Status::Fine } else { Status::Finding }));
                }
                Message::Notification(notification) => self.notification(notification)?,
                // responses to our own requests are ignored
                Message::Response(_) => {}
            },
            Event::Garbled(reason) => self.log(reason)?,
            Event::Silent => return Ok(Step::Ended(Status::Finding)),
            Event::Checked(checked) => self.checked(*checked)?,
        }
        Ok(Step::On)
    }

    /// Starts the next pending check, unless one is running.
    pub(super) fn begin_check(&mut self) {
        if self.checker.is_free()
            && let Some(text) = self.texts.unchecked(&self.folders)
        {
            self.checker.take(text);
        }
    }

    fn checked(&mut self, checked: CheckedText) -> Result<()> {
        self.checker.done();
        let Some(open) = self.texts.store(checked) else { return Ok(()) };
        let diagnostics = findings::diagnostics(open, &open.path(&self.folders));
        let (uri, version) = (open.uri.clone(), Some(open.version));
        let (now, later) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = later;
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version })?;
        for Waiting { id, uri } in now {
            self.answer_lenses(id, &uri)?;
        }
        let workspace = self.client.workspace.as_ref();
        let refreshes = workspace.and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support);
        if refreshes == Some(true) { self.ask::<CodeLensRefresh>(()) } else { Ok(()) }
    }

    fn request(&mut self, request: Request) -> Result<()> {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::Before, Initialize::METHOD) => self.initialize(id, params),
            (Phase::Before, _) => {
                self.refuse(id, ErrorCode::ServerNotInitialized, "send `initialize` first".to_owned())
            }
            (Phase::Closing, _) | (Phase::Open, Initialize::METHOD) => {
                self.refuse(id, ErrorCode::InvalidRequest, format!("`{method}` is not valid at this point"))
            }
            (Phase::Open, Shutdown::METHOD) => {
                self.phase = Phase::Closing;
                self.answer(id, Value::Null)
            }
            (Phase::Open, HoverRequest::METHOD) => self.reply(id, params, |server, request: HoverParams| {
                let HoverParams { text_document_position_params: place, .. } = request;
                let open = server.texts.get(&place.text_document.uri);
                open.and_then(|open| offered::hover(open, place.position))
            }),
            (Phase::Open, Completion::METHOD) => self.reply(id, params, |server, request: CompletionParams| {
                let place = request.text_document_position;
                let open = server.texts.get(&place.text_document.uri);
                open.map(|open| offered::completion(open, place.position)).unwrap_or_default()
            }),
            (Phase::Open, CodeActionRequest::METHOD) => self.reply(id, params, |server, request: CodeActionParams| {
                let open = server.texts.get(&request.text_document.uri);
                let only = request.context.only.as_deref();
                let actions =
                    open.map(|open| findings::actions(open, &open.path(&server.folders), request.range, only));
                actions.unwrap_or_default()
            }),
            (Phase::Open, CodeLensRequest::METHOD) => match parsed::<CodeLensParams>(&method, params) {
                Ok(request) => self.answer_lenses(id, &request.text_document.uri),
                Err(reason) => self.refuse(id, ErrorCode::InvalidParams, reason),
            },
            (Phase::Open, _) => self.refuse(id, ErrorCode::MethodNotFound, format!("`{method}` is not supported")),
        }
    }

    fn notification(&mut self, notification: Notification) -> Result<()> {
        let Notification { method, params } = notification;
        if self.phase != Phase::Open {
            return Ok(());
        }
        let taken = match method.as_str() {
            Initialized::METHOD => return self.watch(),
            DidOpenTextDocument::METHOD => parsed(&method, params).map(|opened: DidOpenTextDocumentParams| {
                self.texts.open(opened.text_document);
            }),
            DidChangeTextDocument::METHOD => parsed(&method, params).map(|changed: DidChangeTextDocumentParams| {
                let text = changed.text_document;
                self.texts.change(&text.uri, text.version, changed.content_changes);
            }),
            DidCloseTextDocument::METHOD => match parsed::<DidCloseTextDocumentParams>(&method, params) {
                Ok(closed) => return self.close(closed.text_document.uri),
                Err(reason) => Err(reason),
            },
            // the saved file may be one that an open text depends on
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.texts.invalidate_checks();
                Ok(())
            }
            Cancel::METHOD => match parsed::<CancelParams>(&method, params) {
                Ok(cancelled) => return self.cancel(cancelled.id),
                Err(reason) => Err(reason),
            },
            _ => Ok(()),
        };
        taken.or_else(|reason| self.log(reason))
    }

    #[allow(deprecated, reason = "editors with one folder still send `root_uri`")]
    fn initialize(&mut self, id: RequestId, params: Value) -> Result<()> {
        let request: InitializeParams = match parsed(Initialize::METHOD, params) {
            Ok(request) => request,
            Err(reason) => return self.refuse(id, ErrorCode::InvalidParams, reason),
        };
        self.phase = Phase::Open;
        let folders = request.workspace_folders.unwrap_or_default().into_iter().map(|folder| folder.uri);
        let folders = folders.chain(request.root_uri).filter_map(|uri| fs::canonicalize(path_of(&uri)?).ok());
        self.folders = folders.collect();
        self.client = request.capabilities;
        let server_info =
            ServerInfo { name: "rackrent".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        self.answer(id, InitializeResult { capabilities: capabilities(), server_info: Some(server_info) })
    }

    /// Asks the editor to report changes of files that a scenario may depend on.
    fn watch(&mut self) -> Result<()> {
        let workspace = self.client.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref()?.dynamic_registration);
        if watched != Some(true) {
            return Ok(());
        }
        let watcher = |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_owned()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: WATCHED.map(watcher).to_vec() };
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        self.ask::<RegisterCapability>(RegistrationParams { registrations: vec![registration] })
    }

    fn close(&mut self, uri: Uri) -> Result<()> {
        self.texts.close(&uri);
        let (now, later) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = later;
        for Waiting { id, .. } in now {
            self.answer(id, Value::Null)?;
        }
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None })
    }

    fn cancel(&mut self, id: NumberOrString) -> Result<()> {
        let id: RequestId = match id {
            NumberOrString::Number(number) => number.into(),
            NumberOrString::String(text) => text.into(),
        };
        let before = self.waiting.len();
        self.waiting.retain(|one| one.id != id);
        if self.waiting.len() == before {
            return Ok(());
        }
        self.refuse(id, ErrorCode::RequestCanceled, "the request was cancelled".to_owned())
    }

    /// Returns the code lens of a text once it is checked.
    fn answer_lenses(&mut self, id: RequestId, uri: &Uri) -> Result<()> {
        match self.texts.get(uri) {
            None => self.answer(id, Value::Null),
            Some(open) if open.checked().is_none() => {
                self.waiting.push(Waiting { id, uri: uri.clone() });
                Ok(())
            }
            Some(open) => {
                let lenses = findings::lenses(open);
                self.answer(id, lenses)
            }
        }
    }

    fn reply<P: DeserializeOwned, R: Serialize>(
        &mut self,
        id: RequestId,
        params: Value,
        said: impl FnOnce(&Server<'_>, P) -> R,
    ) -> Result<()> {
        match parsed("request", params) {
            Ok(request) => {
                let said = said(self, request);
                self.answer(id, said)
            }
            Err(reason) => self.refuse(id, ErrorCode::InvalidParams, reason),
        }
    }

    fn answer(&mut self, id: RequestId, result: impl Serialize) -> Result<()> {
        let result = serde_json::to_value(result)?;
        self.write(Response { id, response_result: Ok(result) })
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, reason: String) -> Result<()> {
        self.write(Response::new_err(id, code as i32, reason))
    }

    fn notify<N: lsp_types::notification::Notification>(&mut self, params: N::Params) -> Result<()> {
        let params = serde_json::to_value(params)?;
        self.write(Notification { method: N::METHOD.to_owned(), params })
    }

    fn ask<R: lsp_types::request::Request>(&mut self, params: R::Params) -> Result<()> {
        self.requests += 1;
        let params = serde_json::to_value(params)?;
        self.write(Request { id: self.requests.into(), method: R::METHOD.to_owned(), params })
    }

    fn log(&mut self, message: String) -> Result<()> {
        self.notify::<LogMessage>(LogMessageParams { typ: MessageType::WARNING, message })
    }

    fn write(&mut self, message: impl Into<Message>) -> Result<()> {
        Ok(wire::write(&message.into(), self.output)?)
    }
}

/// Parameters of a message.
fn parsed<P: DeserializeOwned>(method: &str, params: Value) -> Result<P, String> {
    serde_json::from_value(params).map_err(|error| format!("invalid parameters of `{method}`: {error}"))
}

/// Capabilities of the server.
fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
        ..CodeActionOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        ..ServerCapabilities::default()
    }
}
