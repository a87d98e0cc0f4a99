//! Pictures as SVG, in the width that is asked for. What means something bears a class, which a style colours.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

mod axis;
mod courses;
mod groups;
mod load;
mod map;
mod parts;
pub(super) mod pen;
mod scale;
mod spreads;
mod tornado;
mod years;

pub(super) use axis::axis;

use super::chart::BarStanding;
use super::picture::Drawing;
use pen::Pen;

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// That of a sheet of paper or a window: names stand beside what they name.
    Wide,
    /// That of a telephone: names stand below.
    Narrow,
}

impl Room {
    /// Its width, in which text is as large as that around it.
    pub(super) fn width(self) -> f64 {
        match self {
            Room::Wide => 540.0,
            Room::Narrow => 350.0,
        }
    }

    /// The class by which a style shows what fits.
    fn class(self) -> &'static str {
        match self {
            Room::Wide => "wide",
            Room::Narrow => "narrow",
        }
    }
}

/// What is drawn, described by the element with this identity.
pub(super) fn draw(drawing: &Drawing, room: Room, described_by: &str) -> String {
    drawn(drawing, room).finish(room.width(), room.class(), described_by)
}

/// What is drawn, as marks.
pub(super) fn drawn(drawing: &Drawing, room: Room) -> Pen {
    match drawing {
        Drawing::Courses(courses) => courses::draw(courses, room),
        Drawing::Parts(parts) => parts::draw(parts, room),
        Drawing::Years(years) => years::draw(years, room),
        Drawing::Load(load) => load::draw(load, room),
        Drawing::Spreads(spreads) => spreads::draw(spreads, room),
        Drawing::Tornado(tornado) => tornado::draw(tornado, room),
        Drawing::Groups(groups) => groups::draw(groups, room),
        Drawing::Map(map) => map::draw(map, room),
    }
}

/// The class of an option by what the verdict says of it and, where it does not win, by its place among the others.
fn class_of(standing: BarStanding, other: usize) -> String {
    match standing {
        BarStanding::Wins => "wins".to_owned(),
        BarStanding::Stands => format!("o{}", other % 6),
        BarStanding::Out(_) => format!("out o{}", other % 6),
    }
}

/// The classes of options: the others are counted in their order.
fn classes(standings: impl Iterator<Item = BarStanding>) -> Vec<String> {
    let mut others = 0;
    let class = |standing: BarStanding| {
        let class = class_of(standing, others);
        others += usize::from(standing != BarStanding::Wins);
        class
    };
    standings.map(class).collect()
}
