//! The sheet that says how to read the workbook, what rounds where, and what only the program does.

use super::canvas::SheetWriter;
use super::styles::Styles;
use rust_xlsxwriter::{Workbook, XlsxError};

/// Headings, each with its paragraphs.
const NOTES: &[(&str, &[&str])] = &[
    (
        "How to read it",
        &[
            "Blue numbers on the sheet of inputs may be changed; every formula follows, down to the verdict on the cover.",
            "Grey numbers are fixed: they decide which rows and periods there are. Change them in the scenario, and write the workbook anew.",
            "Columns of options and demand are periods: months over which nothing changes, so that a figure holds for each of their months.",
            "Every row of workings is a figure of the program, with the same formula in words, in the order in which they are computed.",
            "Costs are positive. Month 0 is the moment of the decision; the line below the title of the cover says at which moments what is paid later counts.",
        ],
    ),
    (
        "What rounds where",
        &[
            "A line is rounded to the smallest unit of its currency where it is stated (ROUND), once for its total and once for its present value. Totals add rounded lines.",
            "Workings are not rounded. What is paid in a period is not rounded either: it adds up to the unrounded total, within a small unit for each line.",
            "The program computes with decimals of 28 digits; a spreadsheet with binary floating point of about 15. Both agree to ten digits and more.",
            "Whole units (servers, instances) are counted after rounding to nine decimals, so that 3.0000000000000004 servers are three.",
            "Hours below a millionth are nothing where it is asked whether there are any. The program draws that line at 10^-18.",
            "An amount that ends exactly in half of the smallest unit may be rounded to the other side, by one unit.",
        ],
    ),
    (
        "What only the program does",
        &[
            "It reads the scenario, checks what one key has to do with another, and refuses what cannot be: the bounds here are those of each number alone.",
            "What it says of the scenario on the cover (what would turn the verdict, what to beware of) is of the scenario as it was written.",
            "Requirements in words, such as a location or a feature, are judged as they were written.",
            "For a changed input on its own, ask: rackrent compare FILE --set PATH=VALUE. It gives the same figures.",
        ],
    ),
];

/// Writes it.
pub(super) fn write(workbook: &mut Workbook, name: &str, styles: &Styles) -> Result<(), XlsxError> {
    let sheet = workbook.add_worksheet();
    sheet.set_name(name)?;
    let mut writer = SheetWriter { sheet };
    writer.widths(&[120])?;
    writer.text((0, 0), "How to read this workbook, and what rounds where", &styles.title)?;
    let mut row = 2;
    for (heading, paragraphs) in NOTES {
        writer.text((row, 0), heading, &styles.section)?;
        row += 1;
        for paragraph in *paragraphs {
            writer.text((row, 0), paragraph, &styles.wrapped)?;
            row += 1;
        }
        row += 1;
    }
    writer.paper();
    writer.sheet.set_print_fit_to_pages(1, 0).set_screen_gridlines(false);
    Ok(())
}
