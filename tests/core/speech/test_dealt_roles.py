"""Which roles are heard: those of every board, and others where they are dealt. Reports of checks
belong to the role that their speaker claims."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.speech.messages import messages
from tests.core.speech.test_typed import ME, NAMES, SAID
from tests.core.test_roles import FIRST
from tests.new_roles.in_process import FOOL, MEDIUM, MINION, add_medium, add_role
from wolfcore.game import RoleName, get_board
from wolfcore.speech import (
    Accuses,
    Act,
    AsksSeat,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    Vouches,
    checking_role,
    read,
)
from wolfcore.speech.acts import without_content
from wolfcore.speech.chat.row_matcher import ROWS
from wolfcore.speech.reader import GrowingSpeech, has_acts, sentences_of
from wolfcore.speech.vocabulary import role_mark, trained_word

HOME = Path(__file__).parents[3]

SEER = get_board("sla7").roles
ALONE = tuple(MEDIUM if role == "Seer" else role for role in SEER)
BOTH = (MEDIUM, *SEER[1:])
NEITHER = tuple("Villager" if role == "Seer" else role for role in SEER)


def heard(text: str, roles: tuple[RoleName, ...] = ()) -> tuple[Act, ...]:
    return without_content(read(text, ME, NAMES, 7, roles))


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roles whose words people use for other things."""
    add_medium(monkeypatch)
    add_role(monkeypatch, FOOL, "fool", "idiot", power="protect")
    add_role(monkeypatch, MINION, "minion", team="wolves")


@pytest.mark.parametrize("roles", [(), SEER, NEITHER])
@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I am medium sure that 3 is a wolf.", (Accuses(3),)),
        ("3 is medium suspicious.", (Accuses(3),)),
        ("I am an idiot.", ()),
        ("3 is a fool.", (Accuses(3),)),
        ("As a fool I trust 2.", (Vouches(2),)),
        ("I was a fool, 3 is a wolf.", (Accuses(3),)),
        ("I am not the medium.", ()),
        ("im meidum", ()),
        ("I am the ʳmedium.", ()),
        ("I am the ʷminion.", ()),
        ("I am the crystal gazer.", ()),
        ("I am the minion.", ()),
        ("Who is the true medium, Bram?", (AsksSeat(2, "role"),)),
    ],
)
def test_a_word_of_a_role_that_is_not_dealt_is_an_ordinary_word(
    text: str, acts: tuple[Act, ...], roles: tuple[RoleName, ...]
) -> None:
    assert heard(text, roles) == acts


@pytest.mark.parametrize("role", FIRST)
def test_a_role_of_the_first_boards_is_heard_where_it_is_not_dealt(role: RoleName) -> None:
    assert ClaimsRole(role) in heard(f"I am the {role}.", (MEDIUM,))


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I am the medium.", (ClaimsRole(MEDIUM),)),
        ("im meidum", (ClaimsRole(MEDIUM),)),
        ("im mediummmm", (ClaimsRole(MEDIUM),)),
        ("I'm the crystal gazer!", (ClaimsRole(MEDIUM),)),
        ("PSYCHIC here.", (ClaimsRole(MEDIUM),)),
        ("I am the ʳmedium.", (ClaimsRole(MEDIUM),)),
        ("I am not the medium.", (Retracts(MEDIUM),)),
        ("Who is the true medium, Bram?", (AsksSeat(2, "seer"),)),
        ("I am the Fool.", (ClaimsRole(FOOL),)),
        ("That is fool-proof, foolish and medium-sized.", ()),
    ],
)
def test_a_dealt_role_is_heard_by_its_words_and_with_a_typing_error(
    text: str, acts: tuple[Act, ...]
) -> None:
    assert heard(text, (MEDIUM, FOOL, "Werewolf")) == acts


def renamed(act: Act, role: RoleName, other: RoleName) -> Act:
    """An act with another role in place of `role`."""
    if isinstance(act, ClaimsRole | Retracts) and act.role == role:
        return replace(act, role=other)
    return (
        replace(act, result=other) if isinstance(act, ReportsCheck) and act.result == role else act
    )


@pytest.mark.parametrize(
    "text",
    [
        text
        for text in (*SAID, *(row.example for row in ROWS))
        if re.search(r"\bseer\b", text, re.IGNORECASE)
    ],
)
def test_a_dealt_role_that_checks_is_heard_in_each_way_in_which_the_seer_is(text: str) -> None:
    said = re.sub(r"\bseer\b", "medium", text, flags=re.IGNORECASE)
    assert heard(said, ALONE) == tuple(renamed(act, "Seer", MEDIUM) for act in heard(text, SEER))


def test_the_classifier_takes_a_dealt_role_for_an_older_one_of_the_same_power() -> None:
    typed = [each for each in messages("seen") if re.search(r"\bseer\b", each.text, re.IGNORECASE)]
    assert len(typed) > 20
    for each in typed:
        said = re.sub(r"\bseer\b", "psychic", each.text, flags=re.IGNORECASE)
        size = len(each.names)
        meant = without_content(read(each.text, each.speaker, each.names, size, SEER))
        acts = without_content(read(said, each.speaker, each.names, size, ALONE))
        assert acts == tuple(renamed(act, "Seer", MEDIUM) for act in meant), each.text
    assert trained_word("bram") == "bram"
    assert trained_word(role_mark(MEDIUM)) == "seer"


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I am the minion.", (ClaimsRole(MINION),)),
        ("ok, you got me: i am a minion", (ClaimsRole(MINION),)),
        ("i am a minion in summer, lol", ()),
        ("Bram is the minion.", (Accuses(2),)),
        ("I am not the minion.", (Defends(ME),)),
        ("I checked Bram: Bram is a minion.", (ReportsCheck(2, "wolves"),)),
        ("im seer n1 bram minion", (ClaimsRole("Seer"), ReportsCheck(2, "wolves", 1))),
    ],
)
def test_a_dealt_role_of_the_wolves_is_heard_as_the_werewolf_is(
    text: str, acts: tuple[Act, ...]
) -> None:
    wolf = re.sub("minion", "werewolf", text)
    assert heard(wolf) == tuple(renamed(act, MINION, "Werewolf") for act in acts)
    assert heard(text, (*SEER, MINION)) == acts


# -- reports of checks


@pytest.mark.parametrize(
    ("roles", "claims", "role"),
    [
        ((), (), "Seer"),
        (SEER, (), "Seer"),
        (NEITHER, (), "Seer"),
        (ALONE, (), MEDIUM),
        (BOTH, (), None),
        (BOTH, ("Villager",), None),
        (BOTH, (MEDIUM,), MEDIUM),
        (BOTH, ("Doctor", "Seer", MEDIUM), "Seer"),
        (ALONE, ("Seer",), "Seer"),
    ],
)
def test_a_report_belongs_to_the_role_that_is_claimed_or_to_the_only_one_that_checks(
    roles: tuple[RoleName, ...], claims: tuple[RoleName, ...], role: RoleName | None
) -> None:
    assert checking_role(roles, claims) == role


@pytest.mark.parametrize(
    ("roles", "claims"),
    [((), ("Seer",)), (SEER, ("Seer",)), (NEITHER, ("Seer",)), (ALONE, (MEDIUM,)), (BOTH, ())],
)
def test_the_real_one_claims_the_only_role_that_checks(
    roles: tuple[RoleName, ...], claims: tuple[RoleName, ...]
) -> None:
    acts = heard("bram is fake, im the real one: n1 cleo wolf", roles)
    assert [act.role for act in acts if isinstance(act, ClaimsRole)] == [*claims]
    assert ReportsCheck(3, "wolves", 1) in acts


@pytest.mark.parametrize("role", ["Seer", MEDIUM])
def test_the_real_one_claims_the_role_that_the_speech_names(role: RoleName) -> None:
    acts = heard(f"im the {role}. im the real one: n1 cleo wolf", BOTH)
    assert {act.role for act in acts if isinstance(act, ClaimsRole)} == {role}


@pytest.mark.parametrize(
    "text",
    [
        "I am the {}, I checked Cleo, she is a wolf.",
        "Cleo is a wolf, checked last night. I am the {}.",
        "{}. n1 cleo wolf, n2 bram good",
        "{} here, cleo is wolf n1",
        "{} here, Cleo is a werewolf.",
    ],
)
def test_a_report_keeps_the_claim_of_its_speech_where_two_roles_check(text: str) -> None:
    acts = heard(text.format("medium"), BOTH)
    assert ClaimsRole(MEDIUM) in acts
    assert {act.role for act in acts if isinstance(act, ClaimsRole)} == {MEDIUM}
    assert [act.result for act in acts if isinstance(act, ReportsCheck) and act.seat == 3]
    assert acts == tuple(renamed(act, "Seer", MEDIUM) for act in heard(text.format("seer"), BOTH))


# -- one place decides


_ODD = [
    "i",
    "am",
    "the",
    "a",
    "not",
    "is",
    "wolf",
    "checked",
    "Bram",
    "3",
    "night",
    "2",
    ",",
    ".",
    "?",
    "!",
    "'",
    "-",
    "medium",
    "Medium",
    "mediums",
    "medium's",
    "medium-sized",
    "medium2",
    "mediummm",
    "meidum",
    "crystal",
    "gazer",
    "ʳmedium",
    "ʷminion",
    "ʳ",
    "ʳfool",
    "ʳʳmedium",
    "minion",
    "minion's",
    "fool",
    "fool!",
    "real",
    "one",
    "@medium",
    "_medium_",
    "ʳmedium-x",
]


def test_any_words_about_dealt_roles_are_read_without_trouble() -> None:
    draws = random.Random(29)
    for _ in range(400):
        text = draws.choice(("", " ")).join(draws.choices(_ODD, k=draws.randint(1, 12)))
        for act in heard(text, (*BOTH, FOOL, MINION)):
            assert 0 <= getattr(act, "seat", 0) <= 7
        assert heard(text, SEER) == heard(text.translate({ord(mark): None for mark in "ʳʷ"}), SEER)


def test_a_growing_speech_and_its_sentences_hear_the_roles_of_the_board() -> None:
    said = "I am the medium. I checked Cleo. She is a wolf. Bram is a fool."
    for roles in (SEER, ALONE, BOTH, (FOOL,)):
        growing = GrowingSpeech(ME, NAMES, 7, roles)
        for end in range(0, len(said) + 1, 7):
            assert without_content(growing.acts(said[:end])) == heard(said[:end], roles)
        for sentence in said.split(". "):
            assert has_acts(sentence, ME, NAMES, 7, roles) == bool(heard(sentence, roles))
    assert [has_acts("I am the medium.", ME, NAMES, 7, roles) for roles in (SEER, ALONE)] == [
        False,
        True,
    ]


def test_boards_without_other_roles_share_the_cached_sentences() -> None:
    text = "I am medium sure. Bram, the seer, is a fool."
    assert sentences_of(text, NAMES, 7, SEER) == sentences_of(text, NAMES, 7)
    assert sentences_of(text, NAMES, 7, ALONE) != sentences_of(text, NAMES, 7)


_TAKES = {"read": 5, "has_acts": 5, "GrowingSpeech": 4, "known_acts": 3, "read_uncorrected": 6,
          "sentences_of": 4, "read_whisper": 5}  # fmt: skip
"""Functions that hear a text, and the number of arguments with the roles of the board."""


_CALL = re.compile(rf"(?<![\w.])(?:{'|'.join(_TAKES)})\(")


def calls(path: Path) -> Iterator[str]:
    """The calls of these functions in a module that leave out the roles of the board."""
    text = path.read_text("utf-8")
    if not _CALL.search(text):
        return
    tree = ast.parse(text)
    known = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in _TAKES
    } | {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in _TAKES and name in known and len(node.args) < _TAKES[name]:
                yield f"{path.relative_to(HOME)}:{node.lineno} {name}"


def test_no_caller_forgets_the_roles_of_its_board() -> None:
    files = [
        file
        for room in ("core", "wolftui", "bench", "docs")
        for file in (HOME / room).rglob("*.py")
    ]
    assert not [each for file in files for each in calls(file)]


def test_a_caller_that_forgets_them_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.core.speech.test_dealt_roles.HOME", tmp_path)
    file = tmp_path / "caller.py"
    file.write_text("from wolfcore.speech import read\nread(text, 1, names, size)\n", "utf-8")
    assert [*calls(file)] == ["caller.py:2 read"]


@pytest.mark.parametrize(
    ("result", "wolf"), [("wolves", True), ("Werewolf", True), ("village", False), ("Seer", False)]
)
def test_a_report_finds_a_wolf_by_team_or_by_role(result: RoleName, *, wolf: bool) -> None:
    assert ReportsCheck(2, result).finds_wolf is wolf


EVERYDAY = (
    ("I am the medium.", (ClaimsRole(MEDIUM),)),
    ("im the meduim", (ClaimsRole(MEDIUM),)),
    ("I'm the real medium!", (ClaimsRole(MEDIUM),)),
    ("im medium", (ClaimsRole(MEDIUM),)),
    ("I am a fool.", (ClaimsRole(FOOL),)),
    ("I'm the fool, and I stay.", (ClaimsRole(FOOL),)),
    ("medium here", (ClaimsRole(MEDIUM),)),
    ("I claim medium", (ClaimsRole(MEDIUM),)),
    ("im teh fool", (ClaimsRole(FOOL),)),
    ("I'm your medium.", (ClaimsRole(MEDIUM),)),
    ("I got medium at the start.", (ClaimsRole(MEDIUM),)),
    ("im a fool (the role i mean)", (ClaimsRole(FOOL),)),
    ("im the foool", (ClaimsRole(FOOL),)),
    ("I am not the medium.", (Retracts(MEDIUM),)),
    ("I am medium sure that 3 is a wolf.", (Accuses(3),)),
    ("So what?\nI am a\nfool to trust Bram.", ()),
    ("I'm medium on bram, low on cleo", ()),
    ("i am medium height", ()),
    ("I was a fool to trust Bram.", ()),
    ("I'm such a fool", ()),
    ("I'd be a fool to claim now", ()),
    ("I look like a fool", ()),
    ("That is medium suspicious.", ()),
)


@pytest.mark.parametrize(("text", "acts"), EVERYDAY)
def test_everyday_words_name_a_role_where_they_can_mean_nothing_else(
    monkeypatch: pytest.MonkeyPatch, text: str, acts: tuple[Act, ...]
) -> None:
    add_role(monkeypatch, MEDIUM, "medium", power="check", everyday=True)
    add_role(monkeypatch, FOOL, "fool", everyday=True)
    roles = ("Werewolf", "Seer", MEDIUM, FOOL, "Villager")
    assert without_content(read(text, ME, NAMES, 7, roles)) == acts
