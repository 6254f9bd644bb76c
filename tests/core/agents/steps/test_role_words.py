"""Roles by other words: the models of a seat read and write them, the table and what is written
down have the plain ones."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from tests.core.agents.golden.acting import filled
from tests.core.agents.golden.traces import POOL, Noting, dice_of
from tests.core.agents.remembering import AnyTaken, SharedWords
from wolfcore.agents import PRESETS, LanguagePlayer, Options, Settings, role_words
from wolfcore.agents.presets import RoleNaming
from wolfcore.agents.resources import Models
from wolfcore.agents.role_words import rename_roles
from wolfcore.game import ROLES, Answer, Game, get_board, make_spec
from wolfcore.models import ChatReply, ChatRequest, Message, ScriptedModel
from wolfcore.players import CallRecord

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Emil", "Fay", "Gus")
PLAIN = re.compile(
    rf"\b(?:{'|'.join(ROLES)}|wol(?:f|ves)|werewolves|witches"
    rf"|{'|'.join(f'{role}s' for role in ROLES)})\b",
    re.IGNORECASE,
)


async def heard(words: RoleNaming, said: str, names: tuple[str, ...] = NAMES) -> tuple[str, str]:
    """What a model is sent instead of some words, and what is heard where it says these back to
    front."""
    model = ScriptedModel(lambda request: ChatReply(text=request.messages[0].text))
    one = rename_roles(Models.same(model), words, names).speaker
    reply = await one.complete(ChatRequest(messages=(Message("user", said, shared_prefix=4),)))
    return model.requests[0].messages[0].text, reply.text


@pytest.mark.parametrize(("words", "said", "sent"), [
    ("neutral", "I am a Seer, not an Alpaca.", "I am a Gamma, not an Alpaca."),
    ("neutral", "An HUNTER, a Villager's friend and two witches", "An ETA, a Beta's friend and two zetas"),
    ("neutral", "the wolves; werewolves; Guards!", "the alphans; alphas; Epsilons!"),
    ("neutral", "a Werewolf", "an Alpha"),
    ("swapped", "The Werewolf told a Villager: that Hunter is no Seer.", "The Villager told a Werewolf: that Seer is no Hunter."),
    ("swapped", "the wolves, the Doctor and Witches", "the commoners, the Jester and Guards"),
])  # fmt: skip
async def test_words_change_and_come_back(words: RoleNaming, said: str, sent: str) -> None:
    assert (await heard(words, said))[0] == sent
    assert (await heard(words, said))[1].casefold().replace(
        "an hunter", "a hunter"
    ) == said.casefold().replace("an hunter", "a hunter")


async def test_a_word_of_its_own_means_what_the_model_reads_in_it() -> None:
    model = ScriptedModel(["3 is a wolf, and wolves lie."])
    reply = await rename_roles(Models.same(model), "swapped", NAMES).thinker.complete(
        ChatRequest(messages=(Message("user", ""),))
    )
    assert reply.text == "3 is a villager, and villagers lie."


@pytest.mark.parametrize("words", ["neutral", "swapped"])
@pytest.mark.parametrize("name", ["Hunter", "Alpha", "Jester", "Wolf", "Theta", "Old Seer"])
async def test_a_player_may_be_called_like_a_role_or_like_the_word_for_one(
    words: RoleNaming, name: str
) -> None:
    names = (name, *NAMES[1:])
    said = f"{name} says: the Werewolf, the Doctor, the Wolf and the Hunter are four."
    assert (await heard(words, said, names))[1] == said


async def test_a_spare_word_is_none_that_a_role_has(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = vars(role_words)["_TABLES"]
    neutral = tables["neutral"]
    words = {**neutral.words, "Seer": neutral.spare[0]}
    monkeypatch.setitem(tables, "neutral", neutral._replace(words=words))
    said = "The Werewolf and the Seer are two."
    assert (await heard("neutral", said, ("Alpha", "Zoe", *NAMES[2:])))[1] == said


async def test_plain_words_are_no_model_around_a_model() -> None:
    models = Models.same(ScriptedModel([]))
    assert rename_roles(models, "plain", NAMES) is models


async def test_what_later_prompts_begin_with_ends_where_it_did() -> None:
    text = "A Doctor, a Seer and a Werewolf.\nThe question"
    model = ScriptedModel(["{}"])
    kept = Message("user", text, shared_prefix=text.index("\n"))
    await rename_roles(Models.same(model), "neutral", NAMES).thinker.complete(
        ChatRequest(messages=(kept,))
    )
    sent = model.requests[0].messages[0]
    assert sent.text[: sent.shared_prefix] == "A Delta, a Gamma and an Alpha."


def night_and_day(
    preset: str, words: RoleNaming, names: tuple[str, ...]
) -> tuple[Game, LanguagePlayer, ScriptedModel]:
    settings: Settings = replace(
        PRESETS[preset].settings, words=words, style="aggressive", tips=True
    )
    model = ScriptedModel(lambda request: json.dumps(filled(request, "x") | _speech(request)))
    player = LanguagePlayer(
        model, Options(settings), embedder=SharedWords(), experiences=POOL, chooser=AnyTaken()
    )
    return Game(make_spec(get_board("sla7"), 3, names=names)), player, model


def _speech(request: ChatRequest) -> dict[str, str]:
    assert request.schema
    return (
        {"speech": "I am a Gamma; the Alphas lie."}
        if "speech" in request.schema["properties"]
        else {}
    )


@pytest.mark.slow(only=("xu2023",))
@pytest.mark.parametrize("preset", PRESETS)
async def test_no_prompt_of_any_step_has_a_plain_word_and_the_table_hears_no_other(
    preset: str,
) -> None:
    game, player, model = night_and_day(preset, "neutral", ("Hunter", *NAMES[1:]))
    spoken = list[str]()
    while game.asks and game.asks[0].day == 1:
        answers: dict[str, Answer] = {}
        for ask in game.asks:
            desk = Noting(ask, dice_of(3, ask.id))
            answers[ask.id] = await player.answer(game.view(ask.seat), ask, desk)
            assert answers[ask.id].how == "given"
            assert not any(
                "Gamma" in each.reply for each in desk.told if isinstance(each, CallRecord)
            )
        spoken += [answer.text for answer in answers.values() if answer.text]
        game.submit(answers)
    assert set(spoken) == {"I am a Seer; the Werewolves lie."}
    assert model.requests
    for request in model.requests:
        sent = "\n".join(
            (*(message.text for message in request.messages), json.dumps(request.schema))
        )
        assert not PLAIN.search(sent)
        assert "1 Eta" in sent, "who is called like a role is called like its word"
