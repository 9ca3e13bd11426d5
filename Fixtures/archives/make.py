#!/usr/bin/env python3
"""Writes the golden archives from the layout in Documentation/archive-format.md, without any code of the store.

Run in this directory; the files are checked in, and change only together with the format's version.
"""
import hashlib
import struct

MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)


def rotated(value, count):
    return (value << count | value >> (64 - count)) & MASK


def step(lane, word):
    return rotated((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    at, length = 0, len(data)
    if length >= 32:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while at + 32 <= length:
            words = struct.unpack_from("<4Q", data, at)
            lanes = [step(lane, word) for lane, word in zip(lanes, words)]
            at += 32
        total = sum(rotated(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ step(0, lane)) * P1 + P4) & MASK
    else:
        total = P5
    total = (total + length) & MASK
    while at + 8 <= length:
        total = (rotated(total ^ step(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= length:
        total = (rotated(total ^ struct.unpack_from("<I", data, at)[0] * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        total = rotated(total ^ byte * P5 & MASK, 11) * P1 & MASK
    for shift, prime in ((33, P2), (29, P3)):
        total = (total ^ total >> shift) * prime & MASK
    return total ^ total >> 32


def tag(number, value):
    return struct.pack("<HI", number, len(value)) + value


def lines(pairs):
    return b"".join(struct.pack("<II", len(name), len(value)) + name + value for name, value in pairs)


def archive(url, meta, body, variant=0, policy=0, version=2):
    head = url + meta
    fields = struct.pack("<QHHI", 0x000A1A0A0D434889, version, 0, len(url)) + hashlib.md5(url).digest()
    fields += struct.pack("<QQIIQQ", variant, len(body), len(meta), policy, xxh64(head), xxh64(body))
    return fields + struct.pack("<Q", xxh64(fields)) + head + body


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


PLAIN = tag(1, struct.pack("<H", 200)) + tag(6, struct.pack("<q", 1795511039)) + tag(7, struct.pack("<q", 1795511040))
EVERYTHING = (
    tag(1, struct.pack("<H", 206)) + tag(2, b"Partial Content")
    + tag(3, lines([(b"Set-Cookie", b"a=1"), (b"set-cookie", b"b=\xe9"), (b"X-Empty", b"")]))
    + tag(4, b"QUERY") + tag(5, lines([(b"Accept-Encoding", b"gzip")]))
    + tag(6, struct.pack("<q", -1)) + tag(7, struct.pack("<q", 4102444800))
    + tag(8, b"\x00\x01\xff") + tag(9, b"scripts") + tag(9, b"styles") + tag(10, b"https://top.example")
    + tag(11, struct.pack("<BQQ", 2, 100, 1000)) + tag(999, b"a later value"))

if __name__ == "__main__":
    write("2-plain.archive", archive(b"https://example.com/", PLAIN, b"hello\n"))
    write("2-everything.archive",
          archive("https://example.com/caf%C3%A9?q=1".encode(), EVERYTHING, bytes(range(256)) * 3, variant=0x0123456789ABCDEF,
                  policy=2))
    write("3-later.archive", archive(b"https://example.com/", PLAIN, b"hello\n", version=3))
