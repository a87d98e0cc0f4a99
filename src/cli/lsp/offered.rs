//! Completion and hover at a position, as editors show them.

use super::positions::Lines;
use super::texts::OpenText;
use crate::editor::{self, Proposal, ProposalKind};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Hover, HoverContents, MarkupContent,
    MarkupKind, Position, TextEdit,
};

/// Completions at a position, most likely first.
pub(super) fn completion(open: &OpenText, position: Position) -> Vec<CompletionItem> {
    let lines = Lines::of(&open.text);
    let Some(offered) = editor::proposals(&open.text, lines.byte(position), open.last_read()) else {
        return Vec::new();
    };
    let range = lines.range(offered.word);
    let item = |(at, one): (usize, Proposal)| CompletionItem {
        filter_text: Some(one.name.clone()),
        label: one.name,
        kind: Some(match one.kind {
            ProposalKind::Key => CompletionItemKind::PROPERTY,
            ProposalKind::Word => CompletionItemKind::ENUM_MEMBER,
            ProposalKind::Name => CompletionItemKind::REFERENCE,
        }),
        detail: Some(one.about).filter(|about| !about.is_empty()),
        documentation: Some(one.meaning)
            .filter(|meaning| !meaning.is_empty())
            .map(|text| Documentation::MarkupContent(markdown(text))),
        // editors sort alphabetically
        sort_text: Some(format!("{at:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, one.text))),
        ..CompletionItem::default()
    };
    offered.all.into_iter().enumerate().map(item).collect()
}

/// Hover text at a position.
pub(super) fn hover(open: &OpenText, position: Position) -> Option<Hover> {
    let lines = Lines::of(&open.text);
    let said = editor::hover(&open.text, lines.byte(position), open.answer())?;
    let range = said.place.map(|place| lines.range(place));
    Some(Hover { contents: HoverContents::Markup(markdown(said.text)), range })
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}
