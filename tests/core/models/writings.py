r"""A key in other writings, and a reader that turns every one of them back: for tests alone, and
not made like the program's own.

`written` draws a text that holds a secret sign by sign, each as itself, in the other case, wide,
`\u0073`, `\x73`, `%73` or `&#115;`, these again within each other, with something between the signs
that cleaning takes away.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote

from hypothesis import strategies as st

SECRET = "sk-planted-0123456789_nUx"
GAPS: tuple[str, ...] = (
    "",
    "",
    "",
    "",
    "\u200b",
    "\u200d",
    "\0",
    "\x1b",
    "\n",
    " ",
    "\u202e",
    "\ufeff",
    "\u0301",
    "\ufffd",
    '"',
    "\\u200b",
    "\\n",
    "%e2%80%8b",
    "&#8203;",
    "&zwj;",
    "\u2800\u3164",
)
SIGNS: tuple[Callable[[str], str], ...] = (
    str,
    str,
    str.swapcase,
    lambda sign: chr(ord(sign) + 0xFEE0),
    lambda sign: f"\\u{ord(sign):04x}",
    lambda sign: f"\\u{ord(sign):04X}",
    lambda sign: f"\\x{ord(sign):02x}",
    lambda sign: f"%{ord(sign):02X}",
    lambda sign: f"&#{ord(sign)};",
    lambda sign: f"&#x000{ord(sign):x};",
)
TWICE: tuple[Callable[[str], str], ...] = (
    str, str, str, lambda text: text.replace("%", "%25"), lambda text: text.replace("&", "&amp;"),
    lambda text: text.replace("\\", "\\\\"), lambda text: text.replace("\\", "\\u005c"),
)  # fmt: skip
WHOLE: tuple[Callable[[str], str], ...] = (
    lambda secret: base64.b64encode(secret.encode()).decode(),
    lambda secret: base64.urlsafe_b64encode(f"x{secret}".encode()).decode(),
    lambda secret: base64.b64encode(f"Bearer {secret} and more".encode()).decode(),
    lambda secret: secret.encode().hex(),
    lambda secret: "".join(f"&#{ord(sign)}" for sign in secret) + " ",
    lambda secret: "".join(f"\\u{ord(sign):04x}" for sign in secret),
    lambda secret: "\u200b".join(secret),
)


def _sign_by_sign(secret: str) -> st.SearchStrategy[str]:
    signs = st.lists(st.sampled_from(SIGNS), min_size=len(secret), max_size=len(secret))
    gaps = st.lists(st.sampled_from(GAPS), min_size=len(secret), max_size=len(secret))

    def join(ways: tuple[list[Callable[[str], str]], list[str], Callable[[str], str]]) -> str:
        how, between, again = ways
        return again(
            "".join(way(sign) + gap for way, sign, gap in zip(how, secret, between, strict=True))
        )

    return st.tuples(signs, gaps, st.sampled_from(TWICE)).map(join)


def written(secret: str = SECRET) -> st.SearchStrategy[str]:
    """The secret in some writing."""
    return st.one_of(_sign_by_sign(secret), st.sampled_from([way(secret) for way in WHOLE]))


def readable(text: str, secret: str = SECRET) -> bool:
    """Whether a patient reader finds the secret in a text."""
    forms = {text}
    for _ in range(4):
        forms |= {
            decode(form)
            for form in forms
            for decode in (_unescaped, html.unescape, unquote, _stripped)
        }
    return any(secret.casefold() in _plain(form) or _coded(form, secret) for form in forms)


def _unescaped(text: str) -> str:
    text = re.sub(
        r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))",
        lambda found: chr(int(found[1] or found[2], 16)),
        text,
    )
    return re.sub(r"\\[nrtbf]", " ", text)


def _stripped(text: str) -> str:
    return text.replace("\\\\", "\\")


def _plain(text: str) -> str:
    seen = (
        sign
        for sign in text
        if unicodedata.category(sign)[0] not in "CZM" and sign not in "\"'`\\\ufffd\u2800\u3164"
    )
    return unicodedata.normalize("NFKC", "".join(seen)).casefold()


def _coded(text: str, secret: str) -> bool:
    if secret.encode().hex() in text.casefold():
        return True
    for run in re.findall(r"[A-Za-z0-9+/_-]{16,}", text):
        for start in range(4):
            piece = (
                run[start : len(run) - ((len(run) - start) % 4 == 1)]
                .replace("-", "+")
                .replace("_", "/")
            )
            piece += "=" * (-len(piece) % 4)
            try:
                if secret[1:-1].encode() in base64.b64decode(piece):
                    return True
            except binascii.Error:
                continue
    return False
