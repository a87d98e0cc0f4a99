//! Drawing of lines of options along an axis, each with its name at its end, or in a legend below where names are long.

use super::super::chart::OptionOutcome;
use super::super::picture::{LineChart, LineSeries, Measure, PictureMark};
use super::pen::{Anchor, Pen, WIDEST_NAME, shortened_name, width_of, width_of_name};
use super::scale::{Axis, every, float, round_step};
use super::{DrawingSize, classes};

/// Space above the drawing, for the unit and the mark of the current value.
const TOP: f64 = 34.0;
/// Space below the drawing, for the axis.
const BOTTOM: f64 = 26.0;
/// Space on the left, for amounts.
const LEFT: f64 = 40.0;
/// Minimum distance of two names.
const APART: f64 = 15.0;

/// The drawing.
pub(super) fn draw(courses: &LineChart, size: DrawingSize) -> Pen {
    let longest = courses.lines.iter().map(|course| width_of_name(&name_of(course))).fold(0.0, f64::max);
    let height = if size == DrawingSize::Narrow { 260.0 } else { 330.0 };
    let is_named_below = size == DrawingSize::Narrow || longest > WIDEST_NAME;
    let right = if is_named_below { 20.0 } else { longest + 12.0 };
    let mut pen = Pen::of_height(height);
    let amounts = courses.lines.iter().flat_map(|course| &course.amounts).flatten().map(|amount| float(*amount));
    let up = Axis::of(amounts, 5.0, [height - BOTTOM, TOP]);
    let [start, end] = [courses.across.first(), courses.across.last()].map(|end| end.map_or(1.0, |end| float(*end)));
    let span = if end > start { end - start } else { 1.0 };
    let place = |at: f64| LEFT + (at - start) / span * (size.width() - LEFT - right);
    let frame = Frame { up: &up, place: &place, start, end, bottom: height - BOTTOM };
    frame.grid(courses, &mut pen);
    let classes = classes(courses.lines.iter().map(|course| course.outcome));
    // the winner is drawn last, above the others
    let mut order: Vec<usize> = (0..courses.lines.len()).collect();
    order.sort_by_key(|at| classes[*at] == "wins");
    for at in order {
        let points = frame.points(courses, &courses.lines[at]);
        pen.course(&format!("course {}", classes[at]), &points);
    }
    frame.marks(courses, &mut pen);
    if is_named_below {
        names_below(courses, &classes, size, &mut pen);
    } else {
        names_at_ends(courses, &classes, &frame, &mut pen);
    }
    pen
}

struct Frame<'a> {
    up: &'a Axis,
    place: &'a dyn Fn(f64) -> f64,
    start: f64,
    end: f64,
    bottom: f64,
}

impl Frame<'_> {
    fn points(&self, courses: &LineChart, course: &LineSeries) -> Vec<Option<[f64; 2]>> {
        let point = |(at, amount): (&_, &Option<_>)| {
            amount.map(|amount| [(self.place)(float(*at)), self.up.place(float(amount))])
        };
        courses.across.iter().zip(&course.amounts).map(point).collect()
    }

    fn grid(&self, courses: &LineChart, pen: &mut Pen) {
        let [left, right] = [(self.place)(self.start), (self.place)(self.end)];
        pen.text("unit", [0.0, 12.0], Anchor::Start, &self.up.measured_in(&courses.currency));
        for tick in &self.up.ticks {
            let y = self.up.place(*tick);
            pen.line(if *tick == 0.0 { "base" } else { "grid" }, [left, y], [right, y]);
            pen.text("tick", [left - 6.0, y + 4.0], Anchor::End, &self.up.text(*tick));
        }
        for (x, text) in self.written(&courses.measure) {
            pen.text("tick", [x, self.bottom + 18.0], Anchor::Middle, &text);
        }
    }

    /// Axis labels with their positions.
    fn written(&self, measure: &Measure) -> Vec<(f64, String)> {
        match measure {
            Measure::Share => self.every(round_step(self.end / 5.0), |at| format!("{:.0} %", at * 100.0)),
            Measure::Months => self.every((round_step(self.end / 6.0) / 6.0).ceil() * 6.0, |at| format!("{at:.0}")),
            Measure::Written(marks) => {
                let ticks = marks.iter().map(|mark| ((self.place)(float(mark.at)), mark.says.clone()));
                apart(&ticks.collect::<Vec<_>>())
            }
        }
    }

    fn every(&self, step: f64, text: impl Fn(f64) -> String) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        let mut at = 0.0;
        while at <= self.end * 1.0001 {
            ticks.push(((self.place)(at), text(at)));
            at += step;
        }
        ticks
    }

    /// Marks of the current value and of the break-even points.
    fn marks(&self, courses: &LineChart, pen: &mut Pen) {
        if let Some(PictureMark { at, says }) = &courses.today {
            let x = (self.place)(float(*at));
            pen.line("today", [x, TOP - 4.0], [x, self.bottom]);
            pen.text("mark", [x, TOP - 9.0], self.anchor(x, says), says);
        }
        let leading = courses.lines.iter().find(|course| course.outcome == super::OptionOutcome::Wins);
        for PictureMark { at, says } in &courses.crossings {
            let Some(amount) = leading.and_then(|leading| amount_at(courses, leading, float(*at))) else { continue };
            let [x, y] = [(self.place)(float(*at)), self.up.place(amount)];
            pen.dot("crossing", [x, y], 4.5);
            pen.text("mark strong", [x, (y - 12.0).max(TOP + 10.0)], self.anchor(x, says), says);
        }
    }

    /// Anchor of a mark that keeps it inside the picture.
    fn anchor(&self, x: f64, says: &str) -> Anchor {
        let half = width_of(says) / 2.0;
        if x - half < 0.0 {
            Anchor::Start
        } else if x + half > (self.place)(self.end) {
            Anchor::End
        } else {
            Anchor::Middle
        }
    }
}

/// Every nth label, so that labels don't overlap.
fn apart(ticks: &[(f64, String)]) -> Vec<(f64, String)> {
    let widest = ticks.iter().map(|(_, text)| width_of(text)).fold(0.0, f64::max) + 10.0;
    let nearest = ticks.windows(2).map(|two| two[1].0 - two[0].0).fold(f64::MAX, f64::min);
    ticks.iter().step_by(every(widest, nearest, ticks.len())).cloned().collect()
}

/// Amount of a line between two of its points, by linear interpolation.
fn amount_at(courses: &LineChart, course: &LineSeries, at: f64) -> Option<f64> {
    let above = courses.across.iter().position(|place| float(*place) >= at)?;
    let below = above.saturating_sub(1);
    let [from, to] = [below, above].map(|point| float(courses.across[point]));
    let [low, high] = [(*course.amounts.get(below)?)?, (*course.amounts.get(above)?)?].map(float);
    Some(if to > from { low + (high - low) * (at - from) / (to - from) } else { high })
}

/// Name of an option, with the reason if it can't win.
fn name_of(course: &LineSeries) -> String {
    match course.outcome {
        OptionOutcome::Out(why) => format!("{} ({why})", course.name),
        OptionOutcome::Wins | OptionOutcome::Stands => course.name.clone(),
    }
}

/// Names at the ends of the lines, at least [`APART`] from each other.
fn names_at_ends(courses: &LineChart, classes: &[String], frame: &Frame<'_>, pen: &mut Pen) {
    let last = |course: &LineSeries| frame.points(courses, course).into_iter().flatten().next_back();
    let mut names: Vec<(usize, f64)> =
        courses.lines.iter().enumerate().filter_map(|(at, course)| last(course).map(|[_, y]| (at, y))).collect();
    names.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let mut lowest = f64::MIN;
    for (_, y) in &mut names {
        *y = y.max(lowest + APART);
        lowest = *y;
    }
    // names below the axis are moved up again
    let mut highest = frame.bottom + APART;
    for (_, y) in names.iter_mut().rev() {
        *y = y.min(highest - APART);
        highest = *y;
    }
    for (at, y) in names {
        let x = (frame.place)(frame.end) + 8.0;
        pen.text(&format!("name {}", classes[at]), [x, y + 4.0], Anchor::Start, &name_of(&courses.lines[at]));
    }
}

/// Legend below the picture.
fn names_below(courses: &LineChart, classes: &[String], size: DrawingSize, pen: &mut Pen) {
    let mut y = pen.height + 12.0;
    for (course, class) in courses.lines.iter().zip(classes) {
        pen.line(&format!("course {class}"), [LEFT, y - 4.0], [LEFT + 28.0, y - 4.0]);
        let name = shortened_name(&name_of(course), size.width() - LEFT - 36.0);
        pen.text(&format!("name {class}"), [LEFT + 36.0, y], Anchor::Start, &name);
        pen.heighten(18.0);
        y += 18.0;
    }
    pen.heighten(6.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_values_are_written_as_there_is_room_for() {
        let ticks: Vec<(f64, String)> = (0..9_u32).map(|at| (f64::from(at) * 30.0, format!("{at}0 %"))).collect();
        // the last label, four letters of 7.3 plus ten, takes 39.2: more than the distance of 30, less than 60
        let written: Vec<String> = apart(&ticks).into_iter().map(|(_, text)| text).collect();
        assert_eq!(written, ["00 %", "20 %", "40 %", "60 %", "80 %"]);
        assert_eq!(apart(&ticks[..1]), ticks[..1]);
    }
}
