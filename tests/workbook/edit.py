"""Changes inputs of workbooks, and drops every value that a formula carries, so that whoever reads them has to compute.

Standard input: a JSON list of {"from": file, "to": file, "inputs": {defined name: number}}.
"""

import json
import sys
import warnings

import openpyxl

warnings.simplefilter("ignore")
for job in json.load(sys.stdin):
    book = openpyxl.load_workbook(job["from"])
    for name, value in job["inputs"].items():
        ((sheet, cell),) = book.defined_names[name].destinations
        book[sheet][cell.replace("$", "")].value = value
    book.save(job["to"])
