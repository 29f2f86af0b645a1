"""Entries of the cache as files: written in one step, read only when whole."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

LARGEST_ENTRY = 64 << 20
"""Bytes."""

USED_AGAIN_SECONDS = 86_400.0
"""An entry that was used is marked as such at most once a day."""

_DIGEST_BYTES = 20


def digest(*parts: bytes) -> str:
    """Of some texts in this order, 40 hexadecimal digits."""
    total = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


def read_entry(answers: Path, key: str) -> bytes | None:
    """What was written under this key; None if it is not there, is no plain file, or is not as it was written."""
    try:
        file = os.open(answers / f"{key}.json", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        state = os.fstat(file)
        if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST_ENTRY:
            return None
        data = os.read(file, state.st_size + 1)
        if time.time() - state.st_mtime > USED_AGAIN_SECONDS:
            with suppress(OSError):
                os.utime(file)
    except OSError:
        return None
    finally:
        os.close(file)
    seal, newline, content = data.partition(b"\n")
    if not newline or seal.decode("latin-1") != _seal(key, content):
        return None
    return content


def write_entry(answers: Path, key: str, content: bytes) -> None:
    """Keep something under a key; a folder that cannot be written to keeps nothing."""
    temporary = answers / f".{key}.json.{os.urandom(8).hex()}"
    try:
        with temporary.open("xb") as file:
            file.write(_seal(key, content).encode() + b"\n" + content)
        temporary.replace(answers / f"{key}.json")
    except OSError:
        with suppress(OSError):
            temporary.unlink()


def _seal(key: str, content: bytes) -> str:
    """Tells half an entry, and one that was written under another key."""
    return digest(key.encode(), content)
