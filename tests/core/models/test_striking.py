"""A key is struck out of any text, in whatever writing it comes and however the text is cut, and
nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.core.models.writings import SECRET, WHOLE, readable, written
from wolfcore.models.api_keys import Key
from wolfcore.models.redaction import REDACTED

KEY = Key(SECRET)


def cut(text: str, places: list[int]) -> list[str]:
    cuts = sorted(place % (len(text) + 1) for place in places)
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]


@pytest.mark.slow
@settings(max_examples=300)
@given(written(), st.lists(st.integers(0, 10_000), max_size=12))
def test_every_writing_is_struck_however_it_is_cut(text: str, places: list[int]) -> None:
    assert readable(text), "the reader of this test can read it"
    said = f"It is {text}, I think."
    struck = KEY.redact(said)
    assert REDACTED in struck
    assert not readable(struck)
    assert struck.startswith("It is ")
    assert struck.endswith(", I think.")
    striking = KEY.redactor()
    assert "".join(striking.feed(piece) for piece in cut(said, places)) + striking.end() == struck


@pytest.mark.parametrize("text", [way(SECRET) for way in WHOLE])
def test_a_writing_of_the_whole_key(text: str) -> None:
    assert readable(text)
    struck = KEY.redact(text)
    assert REDACTED in struck
    assert not readable(struck)


def test_two_keys_beside_each_other_and_one_after_its_own_beginning() -> None:
    assert KEY.redact(SECRET * 2) == REDACTED * 2
    assert KEY.redact(SECRET[:9] + SECRET) == SECRET[:9] + REDACTED
    assert Key("ababababac").redact("abababababac.") == "ab[key]."


@pytest.mark.slow
@given(st.text(max_size=200), st.lists(st.integers(0, 200), max_size=6))
@example("\\n&#1%4\\u00", [3, 8])
def test_words_without_the_key_stay_as_they_are(text: str, places: list[int]) -> None:
    striking = KEY.redactor()
    assert "".join(striking.feed(piece) for piece in cut(text, places)) + striking.end() == text


@pytest.mark.parametrize("secret", ["", "short", "ollama"])
def test_what_is_too_short_for_a_key_is_not_looked_for(secret: str) -> None:
    assert Key(secret).redact(f"a {secret} b") == f"a {secret} b"


def test_no_more_is_kept_back_than_may_be_the_beginning_of_a_key() -> None:
    striking, came = KEY.redactor(), 0
    for piece in (
        "I say ",
        "that ",
        "Cleo ",
        "lies. S",
        "he and 'sk",
        "ip' ",
        "ate &amp; drank 5%.",
    ):
        came += len(piece) - len(striking.feed(piece))
        assert came <= 3
    assert KEY.redactor().feed(f"a {SECRET[:9]}") == "a "


def test_where_a_text_is_cut_no_part_of_a_key_is_left() -> None:
    for most in range(4, len(SECRET) + 3):
        assert KEY.redact(f"no {SECRET} more", most).rstrip() in ("no", "no [key]")


@given(
    st.lists(
        st.sampled_from(
            [
                "s",
                "\\",
                "&",
                "%",
                "&#",
                "&#0",
                "\\u00",
                "\\u005c",
                "%25",
                "\u200b",
                "&amp;",
                "sk-",
                "狼",
                SECRET[:20],
            ]
        )
    )
)
def test_the_readings_that_are_followed_are_few_whatever_comes(parts: list[str]) -> None:
    striking = KEY.redactor()
    for part in parts * 20:
        striking.feed(part)
        assert striking.readings <= 60
