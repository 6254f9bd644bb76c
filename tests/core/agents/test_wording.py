"""What happened, as sentences for a model: each says who did what to whom, and nothing that its
reader was not told."""

from __future__ import annotations

import pytest

from wolfcore.agents.fact_sentences import FactNarrator
from wolfcore.game import View, get_board
from wolfcore.game import facts as f

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
TOLD: list[tuple[f.Fact, str]] = [
    (f.Began(0, "setup"), ""),
    (f.Began(1, "night"), "== Night 1 =="),
    (f.Began(2, "dawn"), "== Day 2: morning =="),
    (f.Began(3, "runoff"), "== Day 3: runoff =="),
    (f.Decider(3), "3 Cleo decides tonight for the pack."),
    (f.Whispered(3, "Dov?"), '3 Cleo said to the pack: "Dov?"'),
    (f.Proposed(3, 4), "3 Cleo chose to attack 4 Dov."),
    (f.Attacked(4), "The pack attacks 4 Dov."),
    (f.Attacked(0), "The pack attacks no one."),
    (f.Protected(2, 4), "You protect 4 Dov tonight."),
    (f.Protected(2, 0), "You protect no one tonight."),
    (f.Checked(2, 4, "wolves"), "You checked 4 Dov: a wolf."),
    (f.Checked(2, 4, "village"), "You checked 4 Dov: not a wolf."),
    (f.Checked(2, 0, ""), "You checked no one."),
    (f.Victim(2, 4), "You learn that the wolves attacked 4 Dov."),
    (f.Victim(2, 0), "You learn of no victim tonight."),
    (f.Saved(2, 4), "You used your antidote on 4 Dov."),
    (f.Saved(2, 0), "You kept your antidote."),
    (f.Poisoned(2, 4), "You used your poison on 4 Dov."),
    (f.Poisoned(2, 0), "You kept your poison."),
    (f.Idle(2, "check"), "You had nothing to choose from and rested."),
    (f.QuietNight(1), "Nobody died in the night."),
    (f.Died(3), "3 Cleo died."),
    (f.Died(2), "2 Bram (you) died."),
    (f.Cause(3, "killed"), "3 Cleo fell by the wolves."),
    (f.Cause(3, "poisoned"), "3 Cleo fell by poison."),
    (f.Cause(3, "exiled"), ""),
    (f.Revealed(3, "Seer"), "3 Cleo is Seer and stays alive."),
    (f.Shot(3, 4), "3 Cleo is the Hunter and shot 4 Dov."),
    (f.Shot(2, 0), "You held your fire."),
    (
        f.Candidates((4, 3)),
        "Candidates for sheriff, in the order of their speeches: 4 Dov, 3 Cleo.",
    ),
    (f.Badge(3, "elected"), "3 Cleo was elected sheriff."),
    (f.Badge(3, "unopposed"), "3 Cleo stands alone and is sheriff."),
    (f.Badge(3, "named"), "3 Cleo was handed the badge and is sheriff now."),
    (f.Badge(0, "torn"), "The sheriff tore up the badge: there is no sheriff any more."),
    (f.Badge(0, "nobody_ran"), "Nobody stands, so there will be no sheriff."),
    (
        f.OrderSet((3, 1), 3),
        "Order of speaking today, chosen by the sheriff 3 Cleo: 3 Cleo, 1 Ada.",
    ),
    (f.OrderSet((3, 1)), "Order of speaking today: 3 Cleo, 1 Ada."),
    (f.CalledOn(3), "3 Cleo has the floor."),
    (f.Said(3, "speak", "I am the Seer."), '3 Cleo said: "I am the Seer."'),
    (f.Said(3, "last_words", "Dov!"), '3 Cleo said as last words: "Dov!"'),
    (f.Said(3, "plead", ""), "3 Cleo said nothing in defence."),
    (f.Began(2, "defence"), "== Day 2: defence =="),
    (
        f.MostNamed(3, 1),
        "3 Cleo was named most today, in 1 speech, and speaks once more before the vote.",
    ),
    (f.Said(3, "defend", "Not me."), '3 Cleo said in defence: "Not me."'),
    (f.Recommended(3, 4), "3 Cleo recommends to exile 4 Dov."),
    (f.Recommended(3, 0), ""),
    (f.Voted(3, 4, "vote"), "3 Cleo voted for 4 Dov."),
    (f.Voted(2, 0, "runoff"), "2 Bram (you) voted for no one in the runoff."),
    (f.Voted(3, 4, "elect"), "3 Cleo voted for 4 Dov in the election."),
    (f.TieBroken((3, 4), 4), "A tie between 3 Cleo, 4 Dov: the lot fell on 4 Dov."),
    (f.Exiled(3), "3 Cleo was exiled."),
    (f.Exiled(0), "Nobody was exiled."),
]


def line(fact: f.Fact, board: str = "sla7") -> str:
    said = FactNarrator(View(2, get_board(board), NAMES, [])).lines(fact)
    return "\n".join(line.text for line in said)


@pytest.mark.parametrize(("fact", "words"), TOLD, ids=lambda each: type(each).__name__)
def test_a_fact_is_a_sentence(fact: f.Fact, words: str) -> None:
    assert line(fact) == words


def test_a_check_tells_the_role_where_the_board_has_it_so() -> None:
    assert line(f.Checked(2, 4, "Witch"), "helmsman7") == "You checked 4 Dov: the role is Witch."


def test_only_words_that_players_said_are_speeches() -> None:
    say = FactNarrator(View(2, get_board("sla7"), NAMES, []))
    lines = [(fact, said) for fact, _ in TOLD for said in say.lines(fact)]
    assert {type(fact) for fact, said in lines if said.kind == "speech"} == {f.Said, f.Whispered}


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (f.MostNamed(3, 1), "3 Cleo was named in 1 speech since speaking last, and may reply."),
        (f.Said(3, "defend", "Not me."), '3 Cleo said in reply: "Not me."'),
        (f.Began(2, "defence"), "== Day 2: replies =="),
        (f.Voted(3, 4, "vote"), "3 Cleo voted for 4 Dov."),
        (
            f.Voted(3, 4, "vote", 'He lied. "Sure"'),
            '3 Cleo voted for 4 Dov.\n3 Cleo said with this ballot: "He lied. \\"Sure\\""',
        ),
    ],
)
def test_replies_and_lines_with_ballots_are_told_where_the_board_has_them(
    fact: f.Fact, words: str
) -> None:
    assert line(fact, "classic9") == words
