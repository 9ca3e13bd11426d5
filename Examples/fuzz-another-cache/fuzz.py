#!/usr/bin/env python3
"""Fuzzes CacheControl, the HTTP cache of Python's requests, with `httpcache decide` as the oracle.

    pip install CacheControl requests
    fuzz.py --tool httpcache --lines 2000 --seed 1

Each generated line is an exchange and a later request. CacheControl stores the exchange under a clock that we set,
then is asked the later request; `decide` says what RFC 9111 makes of the same. Where CacheControl answers from its
store and the RFC does not let it, the deciding rule and its section are the explanation. Where it asks the origin
although it need not, it is only careful: a cache may always ask.
"""

import argparse
import collections
import io
import json
import subprocess
import sys

import cachecontrol.controller
import requests
import urllib3
from cachecontrol.cache import DictCache
from urllib3._collections import HTTPHeaderDict


class Clock:
    """Stands in for the module `time` that the controller asks."""

    now = 0

    def time(self):
        return self.now


CLOCK = Clock()
cachecontrol.controller.time = CLOCK
REUSES = {"reuseFresh", "reuseStale", "reuseWhileRevalidating"}


def cut(line):
    """The line without what CacheControl does not have: it is a private cache without options that stores GET alone."""
    for name in ("profile", "options", "partition"):
        line.pop(name, None)
    line["cache"] = "private"
    line["response"].pop("complete", None)
    line["then"] = line["then"][:1]
    for later in line["then"]:
        later.pop("answer", None)
        later.pop("answerAt", None)
    plain = line["request"]["method"] == "GET" and all(later["request"]["method"] == "GET" for later in line["then"])
    return line if plain and line["then"] and line["response"]["status"] >= 200 else None


def prepared(request):
    headers = HTTPHeaderDict()
    for name, value in request["fields"]:
        headers.add(name, value)
    result = requests.Request("GET", request["url"]).prepare()
    # Past the checks of what requests itself would send: the cache is what is tried here.
    result.headers.update(headers)
    return result


def reuses(line):
    """Whether CacheControl answers the later request from its store."""
    controller = cachecontrol.controller.CacheController(DictCache())
    CLOCK.now = line.get("responseTime", 1767225600)
    headers = HTTPHeaderDict()
    for name, value in line["response"]["fields"]:
        headers.add(name, value)
    response = urllib3.HTTPResponse(
        io.BytesIO(b"one"), headers=headers, status=line["response"]["status"], preload_content=False
    )
    controller.cache_response(prepared(line["request"]), response, body=b"one")
    CLOCK.now = line["then"][0]["at"]
    return bool(controller.cached_request(prepared(line["then"][0]["request"])))


def decided(tool, lines):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    answers = subprocess.run([tool, "decide"], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(answer) for answer in answers.decode().splitlines()]


def main():
    arguments = argparse.ArgumentParser(description="Fuzz CacheControl against httpcache decide.")
    arguments.add_argument("--tool", default="httpcache")
    arguments.add_argument("--lines", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()

    generate = [given.tool, "decide", "--generate", str(given.lines), "--seed", str(given.seed)]
    made = subprocess.run(generate, stdout=subprocess.PIPE, check=True).stdout.decode()
    lines = [line for line in map(cut, map(json.loads, made.splitlines())) if line]

    agreed = collections.Counter()
    careful = 0
    forbidden = collections.defaultdict(list)
    crashed = collections.defaultdict(list)
    for line, answer in zip(lines, decided(given.tool, lines), strict=True):
        verdict = answer["then"][0]
        allowed = verdict["decision"] in REUSES
        try:
            does = reuses(line)
        except Exception as error:  # noqa: BLE001, whatever it is, it is a finding
            crashed[type(error).__name__ + ": " + str(error)[:60]].append(line)
            continue
        if does == allowed:
            agreed["both reuse" if does else "both ask"] += 1
        elif allowed:
            careful += 1
        else:
            reason = verdict["reasons"][0]
            stored = answer["store"]
            # What must not be stored cannot be reused: then that is the reason.
            if stored["decision"] == "doNotStore":
                reason = stored["reasons"][0]
            forbidden[(reason["cite"], reason["code"])].append(line)

    compared = sum(agreed.values()) + careful + sum(map(len, forbidden.values())) + sum(map(len, crashed.values()))
    print(f"compared {compared} of {given.lines} lines, seed {given.seed}")
    for name, count in sorted(agreed.items()):
        print(f"{count:6}  agree: {name}")
    print(f"{careful:6}  CacheControl asks the origin although it need not (allowed)")
    for title, findings in (("reuses against", forbidden), ("crashes:", crashed)):
        for key, found in sorted(findings.items(), key=lambda item: -len(item[1])):
            name = " ".join(key) if isinstance(key, tuple) else key
            shortest = min(found, key=lambda line: len(json.dumps(line)))
            print(f"{len(found):6}  CacheControl {title} {name}")
            print(f"        such as {json.dumps(shortest)}")
    if not agreed["both reuse"] or not agreed["both ask"]:
        sys.exit("nothing was compared: there must be lines that both reuse and lines for which both ask")


if __name__ == "__main__":
    main()
