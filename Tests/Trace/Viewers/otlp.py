"""Writes the contents of a request of OTLP, a line of JSON for each span.

    otlp.py FILE
"""

import json
import sys

from otlp_spans import spans

with open(sys.argv[1], "rb") as file:
    for span in spans(file.read()):
        print(json.dumps(span))
