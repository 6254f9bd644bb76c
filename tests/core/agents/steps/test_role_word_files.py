"""Words for roles out of a file: `words=FILE.toml` on a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.agents import read_options
from wolfcore.agents.resources import Models
from wolfcore.agents.role_words import rename_roles
from wolfcore.errors import ConfigError
from wolfcore.models import ChatReply, ChatRequest, Message, ScriptedModel

GIRLS = 'Werewolf = "Pretty girl"\nWolf = "Girl"\nSeer = "Hunter"\nHunter = "Seer"\n'


def file_of(folder: Path, text: str) -> str:
    path = folder / "roles.toml"
    path.write_text(text, encoding="utf-8")
    return f"words={path}"


async def test_the_words_of_a_file_change_and_come_back(tmp_path: Path) -> None:
    words = read_options([file_of(tmp_path, GIRLS)]).settings.words
    model = ScriptedModel(lambda request: ChatReply(text=request.messages[0].text))
    said = "The Werewolves, a wolf and the Seer; a Doctor."
    reply = await rename_roles(Models.same(model), words, ("Ada", "Bram")).judge.complete(
        ChatRequest(messages=(Message("user", said),))
    )
    assert (
        model.requests[0].messages[0].text == "The Pretty girls, a girl and the Hunter; a Doctor."
    )
    assert reply.text == said


@pytest.mark.parametrize(("text", "problem"), [
    ("Werewolf = 3", "not one or two words"),
    ('Werewolf = "# Rules\\n"\nWolf = "x"', "not one or two words"),
    ('Vampire = "Bat"', "is not a role"),
    ('Werewolf = "Cat"\nWolf = "cat"', "the same"),
    ('Werewolf = "Seer"\nWolf = "Cat"', "the same"),
    ('Seer = "Owl"', "Werewolf and Wolf"),
    ("", "Werewolf and Wolf"),
    ("not toml", "is not valid TOML"),
])  # fmt: skip
def test_what_could_not_be_turned_back_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        read_options([file_of(tmp_path, text)])


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_options([f"words={tmp_path / 'none.toml'}"])
