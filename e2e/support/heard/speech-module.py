#!/usr/bin/python3
"""Module of speech-dispatcher that needs no sound device: it writes what would be spoken to $SPOKEN, a JSON string a line."""

import html
import json
import os
import re
import sys

OK = {
    "INIT": ["299-spoken", "299 OK LOADED SUCCESSFULLY"],
    "LIST": ["200-Spanish\tes\tnone", "200 OK VOICE LIST SENT"],
    "SET": ["203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"],
    "AUDIO": ["207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"],
    "LOGLEVEL": ["207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOG LEVEL SET"],
    "DEBUG": ["200 OK DEBUGGING ON"],
    "QUIT": ["210 OK QUIT"],
}


def say(*lines):
    print(*lines, sep="\n", flush=True)


def block():
    lines = iter(lambda: sys.stdin.readline().rstrip("\r\n"), ".")
    return "\n".join(lines)


with open(os.environ["SPOKEN"], "a", buffering=1) as spoken:
    while line := sys.stdin.readline():
        command = line.split()[0]
        if command in ("SPEAK", "CHAR", "KEY", "SOUND_ICON"):
            say("202 OK RECEIVING MESSAGE")
            text = html.unescape(re.sub(r"<[^>]*>", "", block()))
            say("200 OK SPEAKING", "701 BEGIN")
            spoken.write(json.dumps(text, ensure_ascii=False) + "\n")
            say("702 END")
        elif command in OK:
            first, *rest = OK[command]
            say(first)
            if command in ("SET", "AUDIO", "LOGLEVEL"):
                block()
            if rest:
                say(*rest)
            if command == "QUIT":
                break
