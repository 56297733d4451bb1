"""each-class.py < JSON > SQL: prints a query for each class in the rows."""

import json
import sys

for row in json.load(sys.stdin)["rows"]:
    print('SELECT sum(_shallow) FROM "%s";' % row["name"].replace('"', '""'))
