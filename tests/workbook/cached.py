"""Reads what cells of a workbook carry, as a program does that computes nothing: standard input is a JSON list of files.

Standard output: for each file a list of [sheet, row, column, value], rows and columns from nothing on.
"""

import json
import sys
import warnings

import openpyxl

warnings.simplefilter("ignore")
for path in json.load(sys.stdin):
    book = openpyxl.load_workbook(path, data_only=True)
    cells = [
        [sheet.title, cell.row - 1, cell.column - 1, cell.value]
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, (int, float, str))
    ]
    print(json.dumps(cells))
