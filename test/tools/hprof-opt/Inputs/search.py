"""Counts secrets in files: as bytes, and in UTF-16 of both byte orders.

usage: search.py WANTED FILE...

WANTED is "some" or "none": what each file must have.
"""
import sys

SECRET = "S3cret"
FORMS = [SECRET.encode(e) for e in ("ascii", "utf-16-le", "utf-16-be")]

for path in sys.argv[2:]:
    data = open(path, "rb").read()
    found = {form: data.count(form) for form in FORMS if form in data}
    print(path, found)
    if bool(found) != (sys.argv[1] == "some"):
        sys.exit(1)
