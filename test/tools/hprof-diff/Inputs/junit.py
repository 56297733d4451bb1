"""junit.py < XML: checks the structure and the counts of a JUnit report."""

import sys
import xml.etree.ElementTree as ElementTree

# For each element, its attributes (all required) and its child elements.
ELEMENTS = {
    "testsuites": ("errors failures name tests", "testsuite"),
    "testsuite": ("errors failures name skipped tests time", "testcase"),
    "testcase": ("classname name time", "failure"),
    "failure": ("message type", ""),
}
root = ElementTree.parse(sys.stdin).getroot()
assert root.tag == "testsuites", root.tag
for element in root.iter():
    attributes, below = ELEMENTS[element.tag]
    assert " ".join(sorted(element.attrib)) == attributes, (element.tag, element.attrib)
    for child in element:
        assert child.tag == below, (element.tag, child.tag)
cases = list(root.iter("testcase"))
names = [case.attrib["name"] for case in cases]
assert len(set(names)) == len(names), names
for element in root, root[0]:
    assert int(element.attrib["tests"]) == len(cases)
    assert int(element.attrib["failures"]) == sum(len(case) for case in cases)
