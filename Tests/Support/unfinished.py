"""Makes a JUnit file of a run of Swift Testing that stood still, from its stream of events."""

import json
from pathlib import Path
from xml.etree import ElementTree


def write(events: Path, file: Path) -> None:
    """Writes the file: a test that did not end has failed, as one with an issue has.

    :raises OSError: when there is no stream.
    """
    failures: dict[str, str | None] = {}
    for line in events.read_text(errors="replace").splitlines():
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue  # The last line may be cut off.
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                failures[payload["id"]] = "It did not end"
            continue
        test = payload.get("testID")
        if test not in failures:
            continue
        if payload["kind"] == "issueRecorded" and not payload["issue"].get("isKnown"):
            failures[test] = " ".join(message["text"] for message in payload["messages"])
        elif payload["kind"] in ("testEnded", "testSkipped") and failures[test] == "It did not end":
            failures[test] = None
    suite = ElementTree.Element("testsuite", name="TestResults")
    for test, failure in failures.items():
        *names, name, _ = test.split("/")
        case = ElementTree.SubElement(suite, "testcase", classname=".".join(names), name=name)
        if failure is not None:
            ElementTree.SubElement(case, "failure", message="".join(filter(str.isprintable, failure)))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.ElementTree(root).write(file, encoding="unicode")
