"""Recalculates workbooks with an engine that is not LibreOffice: standard input is a JSON list of [from, to]."""

import json
import sys

import formualizer

for source, target in json.load(sys.stdin):
    formualizer.recalculate_file(source, target)
