//! Notes sheet: how to read the workbook, where figures are rounded, and what only the program does.

use super::canvas::SheetWriter;
use super::styles::Styles;
use rust_xlsxwriter::{Workbook, XlsxError};

/// Headings with their paragraphs.
const NOTES: &[(&str, &[&str])] = &[
    (
        "How to read the workbook",
        &[
            "Blue numbers on the inputs sheet can be changed. All formulas follow, including the verdict on the cover.",
            "An entry that can't be used is red, and the column “note” says why. While there is one, the workbook has no verdict.",
            "Grey numbers are fixed: they decide which rows and periods there are. Change them in the scenario and write a new workbook.",
            "On the sheets of options and demand each column is a period: months in which nothing changes. A figure holds for every month of its period.",
            "Each row of workings is a figure of the program, with its formula in words, in order of calculation.",
            "Costs are positive. Month 0 is the time of the decision. The line below the title of the cover gives the timing of later payments.",
        ],
    ),
    (
        "Where figures are rounded",
        &[
            "A cost line is rounded (ROUND) to the smallest unit of its currency, once for its total and once for its present value. Totals are sums of rounded lines.",
            "Workings and payments by period are not rounded. Payments add up to the total within one smallest unit per line.",
            "The program uses decimals of 28 digits, a spreadsheet binary floating point of about 15 digits. Both agree to at least ten digits.",
            "Whole units (servers, instances) are counted after rounding to nine decimals, so that 3.0000000000000004 servers are three.",
            "Checks for hours above zero ignore less than one millionth. In the program this limit is 10^-18.",
            "An amount that ends exactly in half of the smallest unit may be rounded the other way, by one unit.",
        ],
    ),
    (
        "What only the program does",
        &[
            "It reads the scenario, checks keys against each other, and rejects invalid combinations. The bounds in this workbook are those of each number alone.",
            "The report on the cover (what would change the verdict, and caveats) is on the scenario as written.",
            "Requirements in words, such as a location or a feature, keep the result that they have in the scenario as written.",
            "To change one input in the program, run: rackrent compare FILE --set PATH=VALUE. It gives the same figures.",
        ],
    ),
];

/// Writes the sheet.
pub(super) fn write(workbook: &mut Workbook, name: &str, styles: &Styles) -> Result<(), XlsxError> {
    let sheet = workbook.add_worksheet();
    sheet.set_name(name)?;
    let mut writer = SheetWriter { sheet };
    writer.widths(&[120])?;
    writer.text((0, 0), "How to read this workbook, and where figures are rounded", &styles.title)?;
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
