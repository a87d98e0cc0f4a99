//! Tables as HTML: in a frame that scrolls horizontally, with a fixed column of row names.

use super::super::{Align, Cell, CellMark, Fold, MapColour, Table, TableLine, TableRow, Title, Weight};
use super::blocks::{Writer, breakable, prose};
use super::escaped;
use language::facts::capitalized;
use std::fmt::Write as _;

impl Writer<'_> {
    /// A table.
    pub(super) fn table(&mut self, table: &Table) -> String {
        let id = self.identity("t");
        let named_by = self.named_by(id.strip_prefix(self.prefix()).unwrap_or(&id));
        let title = table.title.as_ref().map(display_text);
        let caption = if let Some(title) = &title {
            format!("<caption id=\"{id}\">{}</caption>", prose(title))
        } else {
            // the column names distinguish it from other tables
            let columns: Vec<String> = table.columns.iter().map(|column| escaped(&column.name)).collect();
            format!("<caption id=\"{id}\" class=\"unseen\">Table: {}</caption>", columns.join(", "))
        };
        let head = head_of(table);
        let mut rows = String::new();
        let mut prefix: Option<&str> = None;
        let mut is_open = false;
        for row in &table.rows {
            match row {
                TableRow::Title(part) => {
                    prefix = part.prefix.as_deref();
                    rows.push_str(&body(&mut is_open, ""));
                    let columns = table.columns.len() + 1;
                    let _ = write!(
                        rows,
                        "<tr class=\"title\"><th colspan=\"{columns}\" scope=\"rowgroup\"><span>{}</span></th></tr>",
                        escaped(&part.title)
                    );
                }
                TableRow::Rule => {
                    prefix = None;
                    rows.push_str(&body(&mut is_open, " class=\"sums\""));
                }
                TableRow::Cells(line) => {
                    if !is_open {
                        rows.push_str(&body(&mut is_open, ""));
                    }
                    rows.push_str(&self.line(table, line, prefix));
                }
            }
        }
        let end = if is_open { "</tbody>" } else { "" };
        let note = |note: &String| format!("<p class=\"note\">{}</p>", prose(note));
        let notes: String = table.notes.iter().map(note).collect();
        let short = if table.is_short() { " short" } else { "" };
        let shown = format!(
            "<div class=\"frame{short}\" role=\"region\" aria-labelledby=\"{named_by}\" tabindex=\"0\"><table class=\"of{}\">{caption}{head}\
             {rows}{end}</table></div>{notes}",
            table.columns.len().min(9)
        );
        match (table.fold, title) {
            (Fold::Folded, Some(title)) => {
                format!("<details><summary>{}</summary>{shown}</details>", prose(&title))
            }
            (Fold::Folded | Fold::Open, _) => shown,
        }
    }

    fn line(&mut self, table: &Table, line: &TableLine, prefix: Option<&str>) -> String {
        let classes = [
            (line.depth > 0).then_some("below"),
            (line.weight == Weight::Strong && line.depth == 0).then_some("strong"),
        ];
        let classes: Vec<&str> = classes.into_iter().flatten().collect();
        let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
        let mut cells = String::new();
        for (at, cell) in line.cells.iter().enumerate() {
            let align = table.columns.get(at).map_or(Align::Right, |column| column.align);
            let wins = if table.winner == Some(at) { " wins" } else { "" };
            let marked = if line.is_marked(at) { " marked" } else { "" };
            let means = line.marked.filter(|_| line.is_marked(at)).map(|marked| marked.means);
            let means = means.map(|means| format!("<span class=\"unseen\"> ({means})</span>")).unwrap_or_default();
            let name = line.explained.get(at).and_then(Option::as_deref);
            let text = match cell {
                Cell::Absent => "<span class=\"absent\">—</span>".to_owned(),
                Cell::Text(text) => prose(text),
                Cell::Number(..) => self.figure(&cell.text(), name),
            };
            let (mark, colour) = line.mark(at).map(mark_of).unwrap_or_default();
            let _ = write!(cells, "<td class=\"{}{wins}{marked}{colour}\">{mark}{text}{means}</td>", side(align));
        }
        let side = side(table.labels);
        format!("<tr{class}><th scope=\"row\" class=\"{side}\">{}</th>{cells}</tr>", Writer::label(line, prefix))
    }
}

/// Mark of a cell, and the class of its colour.
fn mark_of(mark: &CellMark) -> (String, String) {
    let colour = match mark.colour {
        None => String::new(),
        Some(MapColour::Winner) => " wins".to_owned(),
        Some(MapColour::Other(at)) => format!(" p{at}"),
    };
    (format!("<b class=\"mark\">{}</b> ", escaped(&mark.text)), colour)
}

fn head_of(table: &Table) -> String {
    let column = |(at, column): (usize, &super::super::Column)| {
        let wins = if table.winner == Some(at) { " wins" } else { "" };
        let side = side(column.align);
        format!("<th scope=\"col\" class=\"{side}{wins}\">{}</th>", breakable(&column.name))
    };
    let columns: String = table.columns.iter().enumerate().map(column).collect();
    let corner = match table.corner.as_str() {
        "" => "<td></td>".to_owned(),
        corner => format!("<th scope=\"col\" class=\"{}\">{}</th>", side(table.labels), breakable(corner)),
    };
    format!("<thead><tr>{corner}{columns}</tr></thead>")
}

/// Starts a group of rows.
fn body(is_open: &mut bool, class: &str) -> String {
    let end = if *is_open { "</tbody>" } else { "" };
    *is_open = true;
    format!("{end}<tbody{class}>")
}

fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "words",
        Align::Right => "number",
    }
}

/// Title of a table; words start with a capital letter, names are not changed.
fn display_text(title: &Title) -> String {
    match title {
        Title::Words(words) => capitalized(words),
        Title::Of(..) => title.text(),
    }
}
