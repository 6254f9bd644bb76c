"""Keys and tokens in the text of an exception reach no file and no terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wolfcore import play
from wolfcore.bots.house import HouseBot
from wolfcore.errors import ConfigError, SeatError, WolfError
from wolfcore.game import Answer, Ask, View
from wolfcore.models.api_keys import Key
from wolfcore.players import Desk
from wolfcore.visible import without_secrets
from wolftui.__main__ import main
from wolftui.cli.interrupts import write_crash_log
from wolftui.settings.paths import error_log
from wolftui.words.terminal_output import sanitised_streams

KNOWN = "correct-horse-battery"
"""A key of no usual form, which only who holds it can tell."""


SECRETS = {
    "sk-proj-8dJ2kLmQ7x_Zr4": "Incorrect API key provided: sk-proj-8dJ2kLmQ7x_Zr4.",
    "eyJhbGciOi.J9-x_y": "headers={'Authorization': 'Bearer eyJhbGciOi.J9-x_y', 'a': 'b'}",
    "dXNlcjpwYXNz==": "proxy-authorization: Basic dXNlcjpwYXNz==",
    "AIzaSyD-9tSr": "for url 'https://host/v1/models?alt=json&key=AIzaSyD-9tSr&b=1'",
    "gZ3t_r-81": "GET http://127.0.0.1:8000/?token=gZ3t_r-81 HTTP/1.1",
    "hunter2!": "https://ada:hunter2!@proxy.example:3128/ cannot be reached",
    "plainkey12345": "Headers({'x-api-key': 'plainkey12345'})",
    "0123abcd4567": "Model(api_key='0123abcd4567', name='m')",
    "hf_AbCdEfGhIjKlMnOpQr": "token hf_AbCdEfGhIjKlMnOpQr is not valid",
    KNOWN: f"InvalidHeader: b'{KNOWN}'",
}


@pytest.fixture
def key() -> Key:
    """A key that this process knows."""
    return Key(KNOWN)


class Broken:
    """A player of one's own that breaks with all secrets in its words."""

    name = "broken"

    def answer_now(self, *_: object) -> Answer:
        raise OSError("; ".join(SECRETS.values()))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)


def found_in(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_replaced_and_what_is_around_it_stays(secret: str, key: Key) -> None:
    text = SECRETS[secret]
    assert without_secrets(text) == text.replace(secret, "[key]").replace("ada:[key]@", "[key]@")


@pytest.mark.parametrize(
    "text",
    [
        "d1.speak.4: `task-risk-free` is no choice; the bearer of news has 4 tokens: 30",
        "http://127.0.0.1:8080/v1 cannot be reached. Set `api_key_env` or `api_key_file`.",
        "Set it with `export OPENAI_API_KEY=...` and start again. max_tokens=300, tokenizer=abc",
        "mailto:ada@example.org, seat 4: key: board, hint; the token ring; https://a.b/c?page=2",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert without_secrets(text) == text


def test_a_key_that_is_gone_is_no_longer_looked_for() -> None:
    text = "an-unusual-passphrase"
    kept = Key(text)
    assert without_secrets(text) == "[key]"
    del kept
    assert without_secrets(text) == text


def test_errors_hold_no_secret(key: Key) -> None:
    text = "; ".join(SECRETS.values())
    for error in (
        WolfError(text), ConfigError(text, file=text, key=text, hint=text), SeatError(3, text, text)
    ):  # fmt: skip
        assert found_in(f"{error} {vars(error).get('problem')} {vars(error).get('hint')}") == []
        assert "[key]" in str(error)


def test_the_file_of_errors_holds_no_secret(tmp_path: Path, key: Key) -> None:
    with pytest.raises(SeatError) as caught:
        play("duel6", {3: Broken()}, seed=4, save_to=tmp_path)
    saved = "".join(file.read_text("utf-8") for file in tmp_path.glob("*/*.json*"))
    assert "in answer_now" in saved
    assert found_in(saved + str(caught.value)) == []


def test_the_log_of_crashes_and_the_console_hold_no_secret(
    key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "; ".join(SECRETS.values())
    monkeypatch.setattr(sys, "argv", ["wolftui", "--scheduler", words])
    try:
        raise RuntimeError(words) from ValueError(words)
    except RuntimeError as error:
        said = write_crash_log(error)
    written = error_log().read_text("utf-8")
    assert "RuntimeError" in said and "ValueError" in written
    assert found_in(said + written) == []


def test_a_command_that_breaks_shows_no_secret(
    key: Key, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(HouseBot, "answer_now", Broken.answer_now)
    assert main(["run", "--board", "duel6", "--games", "1", "--no-save"]) == 1
    said = capsys.readouterr()
    assert "Traceback" in said.err
    assert found_in(said.out + said.err) == []


def test_a_message_shows_no_secret(key: Key, capsys: pytest.CaptureFixture[str]) -> None:
    with sanitised_streams():
        sys.stderr.write("\n".join(SECRETS.values()))
        sys.stdout.write("Open http://127.0.0.1:8000/?token=gZ3t_r-81")
    said = capsys.readouterr()
    assert found_in(said.err) == []
    assert "?token=gZ3t_r-81" in said.out
