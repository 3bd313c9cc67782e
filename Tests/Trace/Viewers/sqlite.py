"""Runs queries on a database, and writes a line with a list of rows in JSON for each.

    sqlite.py FILE SQL…
"""

import json
import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
for query in sys.argv[2:]:
    print(json.dumps(database.execute(query).fetchall()))
