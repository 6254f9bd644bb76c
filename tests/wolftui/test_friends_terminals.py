"""Four people at terminals of their own play a game to its end. They know what their screens show,
and press keys."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wolfcore.game import facts as f
from wolfcore.game import view_of
from wolfcore.records import SavedGame, list_games, read_game

from .terminals import PATIENCE, Terminal, environment

SECONDS = 30
"""Seconds that a person has for an answer: more than a program takes to start on a busy machine."""


GAME_SECONDS = 240
"""Seconds after which a game that has not ended has failed."""


FAIR = ("The deal is the one that all of you drew", "number is in it.")


END = b"\x1b[F"
"""The key that shows the newest lines."""


LESS_PATIENT = """
import wolfcore.protocol.friend as friend
assert friend.AWAY_SECONDS == 60
friend.AWAY_SECONDS = 1.0
"""
"""Has a house bot play for who is lost, without a minute's wait."""


SIGHTING = r"(\d) (\w+)(?: is)? ([▲●◉✦➤])"
"""A seat with the sign of its role."""


class Person:
    """Somebody at a terminal, who decides from the text on the screen alone.

    Args:
        name: Their name.
        home: The folder for all files of their program.
        words: The command line.
        size: The size of the terminal.
        before: Python statements that change the program before it starts.

    Attributes:
        spoken: The words that they said, which nobody else says.
        sees_all: Whether they chose to see everything.
        shown: What their screen showed while it was to show their own view alone.
    """

    def __init__(
        self, name: str, home: Path, *words: str, size: tuple[int, int], before: str = ""
    ) -> None:
        self.name, self.home, self.sees_all = name, home, False
        self.spoken, self.shown = set[str](), set[str]()
        self._start = lambda: Terminal(home, *words, "--speed", "16", size=size, before=before)
        self._words, self._acted = "", ("", 0.0)
        self.terminal = self._start()

    @property
    def _prompt(self) -> list[str]:
        return [row[1:].strip() for row in self.terminal.picture.rows if row.startswith("▌")]

    @property
    def question(self) -> str:
        """The question on the screen and its options, without the time that is left."""
        _, left, question = "\n".join(self._prompt[:-1]).partition(" left  ")
        return question if left else ""

    @property
    def is_out(self) -> bool:
        """Whether the screen says that the person is out."""
        return "You are out of the game" in self.terminal.text

    @property
    def is_at_end(self) -> bool:
        """Whether the screen shows the end of the game."""
        return "The end" in self.terminal.text and "Enter result" in self.terminal.text

    def come_back(self) -> None:
        """Kill the program, and start it again by the same command: it asks the same."""
        asked = self.question.partition("\n")[0]
        self.leave()
        self.terminal = self._start()
        self.terminal.until(lambda: bool(self.question))
        assert self.question.partition("\n")[0] == asked

    def finish(self, *, host: bool) -> None:
        """Check what the screen says of the deal, and end the program by its key."""
        self.terminal.send(END)
        for part in () if host else FAIR:
            self.terminal.until(lambda part=part: part in self.terminal.text)
        self.look()
        self.terminal.send(b"\x11")
        assert self.terminal.program.wait(PATIENCE) == 0

    def leave(self) -> None:
        """Kill the program."""
        self.look()
        self.terminal.close()

    def look(self) -> None:
        """Keep what the screen has shown."""
        assert "Traceback" not in self.terminal.text
        if not self.sees_all:
            self.shown |= self.terminal.picture.written

    def act(self) -> None:
        """Press what the screen asks for; the same keys are pressed again only after a while."""
        keys = self._keys()
        if keys and (keys != self._acted[0] or time.monotonic() > self._acted[1] + 2):
            self._acted = (keys, time.monotonic())
            self.terminal.send(keys.encode())

    def _keys(self) -> str:
        text, question, foot = self.terminal.text, self.question, "".join(self._prompt[-1:])
        if "Who is out of the game reads it." in text:
            return self._write(text, f"quillout{self.name}")
        if "2  See all" in text:
            self.look()
            self.sees_all = True
            return "2"
        if not question:
            self._words = ""
            has_chatted = f"quillout{self.name}" in self.spoken
            return "c" if self.sees_all and "c chat" in foot and not has_chatted else ""
        if "back to the prompt" in foot:
            return "\t"
        if "Enter confirm" in foot:
            numbers = re.findall(r"(?:^|  )(\d) (?=\S)", question, re.MULTILINE)
            chosen = random.Random(f"{self.name} {question}").choice(numbers)
            return "\r" if re.search(r"Enter\s+confirms\.", question) else chosen
        if "Enter send" in foot:
            return self._write(question, self._words or f"quill{self.name}{len(self.spoken)}")
        return ""

    def _write(self, text: str, words: str) -> str:
        """Return words to type, or Enter once they are on the screen."""
        self._words = words
        self.spoken.add(words)
        return "\r" if words in text else words

    @property
    def saved(self) -> SavedGame:
        """The only game in the person's library."""
        (game,) = list_games(self.home / "data" / "games")
        return read_game(game.path)


def check_secrets(person: Person, game: SavedGame, own: int) -> None:
    """Check that a screen showed no secret of others, and that it showed those of its own seat."""
    log, names = game.entries, game.spec.names
    roles = {entry.fact.seat: entry.fact.role for entry in log if isinstance(entry.fact, f.Dealt)}
    view = view_of(log, own, game.spec.board, names)
    known = {seat for seat in roles if view.state.roles[seat]}
    known |= {fact.target for fact in view.facts if isinstance(fact, f.Checked)}
    known |= {fact.seat for fact in view.facts if isinstance(fact, f.Shot)}
    text = "\n".join(person.shown)
    found = re.findall(SIGHTING, text)
    told = {int(seat) for seat, name, _ in found if name == names[int(seat) - 1]}
    assert told <= known, (person.name, found)
    assert f"You are {own} {person.name}, " in text
    if roles[own] == "Werewolf":
        assert {seat for seat in roles if roles[seat] == "Werewolf"} <= told | {own}
    heard = "\n".join(getattr(fact, "text", "") for fact in view.facts)
    for entry in log:
        words = getattr(entry.fact, "text", "")[:20]
        assert not words or words in heard or words not in text, (person.name, entry)
    assert "quillout" not in text, "words among those who are out"
    assert all(words in text for words in person.spoken if "quillout" not in words)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_four_people_play_while_one_is_killed_and_returns_and_one_stays_away(
    size: tuple[int, int], tmp_path: Path
) -> None:
    host = Person(
        "Hana", tmp_path / "Hana", "host", "--name", "Hana", "--board", "classic9", "--seconds",
        str(SECONDS), size=size, before=LESS_PATIENT,
    )  # fmt: skip
    people, returned, away = [host], None, None
    try:
        links = re.compile(r"wolftui join (http://\S+)")
        host.terminal.until(lambda: bool(links.search(host.terminal.text)))
        (link,) = links.findall(host.terminal.text)
        for name in ("Ada", "Ben", "Cleo"):
            words = ("join", link, "--name", name)
            people.append(Person(name, tmp_path / name, *words, size=size))
        host.terminal.until(lambda: host.terminal.text.count("here, ready") == 3)
        host.terminal.send(b"\r")
        end = time.monotonic() + GAME_SECONDS
        while not all(person.is_at_end for person in people):
            assert time.monotonic() < end, "\n\n".join(each.terminal.text for each in people)
            time.sleep(0.05)
            for person in tuple(people):
                if person is not host and person.question and not returned:
                    returned = person
                    person.come_back()
                elif (person.spoken or person.is_out) and not (
                    person in (host, returned) or away or person.question
                ):
                    away = person
                    people.remove(person)
                    person.leave()
                else:
                    person.act()
        assert returned and away
        for person in people:
            person.finish(host=person is host)
    finally:
        for person in people:
            person.terminal.close()
    game = host.saved
    hows = {person.name: set[str]() for person in (*people, away)}
    names = game.spec.names
    for answer in game.journal.values():
        hows.get(names[answer.seat - 1], set()).add(answer.answer.how)
    assert hows.pop(away.name) <= {"given", "stand_in", "timeout"}
    assert all(each <= {"given"} for each in hows.values()), hows
    for person in people:
        saved = person.saved
        assert saved.entries == game.entries and not saved.problems
        check_secrets(person, game, names.index(person.name) + 1)
        verified = subprocess.run(
            [sys.executable, "-m", "wolftui", "verify", "latest"],
            env=environment(person.home), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert verified.returncode == 0, verified.stdout + verified.stderr
    assert not list(tmp_path.rglob("errors.log"))
