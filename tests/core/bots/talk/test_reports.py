"""What a seat knows by checks, its own or those that it believes, is what it says: it stands by its
reports, meets rival claims, and answers the newest find before anything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.ballots import exile_choice
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk import speeches
from wolfcore.bots.talk.dialogue_moves import Move, acts_of, stances_of
from wolfcore.bots.talk.move_filters import without_echo
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import AskKind, Fact, RoleName
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, AsksSeat

BY_CHECK = {"stand_by_report", "last_left", "follow_report", "follow_late", "chain_eaten"}
"""Accusations by a check."""

DENIES = {"liar", "doubt_claim", "doubt_eaten", "counterclaim"}
"""Accusations of who claims a role."""

MY_FIND = (
    f.Checked(DOV, ADA, "wolves"),
    says(DOV, "I am the Seer. I checked Ada last night: Ada is a wolf."),
)
MY_CLEARANCE = (
    f.Checked(DOV, ADA, "village"),
    says(DOV, "I am the Seer. I checked Ada last night: Ada is good."),
)
FOUND = says(BRAM, "I am the Seer. I checked Elif last night: Elif is a wolf.")
FOUND_ME = says(BRAM, "I am the Seer. I checked Dov last night: Dov is a wolf.")
CLEARED_ME = says(BRAM, "I am the Seer. I checked Dov last night: Dov is good.")
AGAINST_ELIF = tuple(says(seat, "Elif is a wolf.") for seat in (CLEO, FAY, GIL))
ASKED = says(FAY, "Dov, whom do you suspect?")


def spoken(
    role: RoleName, *facts: Fact, kind: AskKind = "speak", many: int = 20, manners: int = 0
) -> Iterator[tuple[Mind, list[Move]]]:
    """The speeches of seat 4 over seeds, in its usual manner or in several."""
    for manner in MANNERS[:manners] or ("",):
        options = ("hard", manner) if manner else ("hard",)
        for mind in minds(role, *facts, kind=kind, options=options, many=many):
            yield mind, outline_speech(mind).moves


def against(moves: Sequence[Move], seat: int) -> list[str]:
    """The kinds of the moves that accuse a seat."""
    return [
        move.kind
        for move in moves
        if any(isinstance(act, Accuses) and act.seat == seat for act in acts_of(move, DOV))
    ]


def asks(moves: Sequence[Move], seat: int) -> bool:
    acts = [act for move in moves for act in acts_of(move, DOV)]
    return any(isinstance(act, AsksSeat) and act.seat == seat for act in acts)


# -- the own report


@pytest.mark.parametrize("kind", ["speak", "defend", "plead", "last_words"])
@pytest.mark.parametrize("role", ["Seer", "Werewolf"])
@pytest.mark.parametrize("night", [(), QUIET_NIGHT], ids=["same day", "next day"])
def test_who_has_reported_a_wolf_stands_by_its_report(
    role: RoleName, kind: AskKind, night: tuple[Fact, ...]
) -> None:
    own = MY_FIND if role == "Seer" else MY_FIND[1:]
    pleading = says(ADA, "Dov, I am not a wolf. I suspect Dov.")
    stood = 0
    facts = (*own, *night, *AGAINST_ELIF, pleading, ASKED)
    for _, moves in spoken(role, *facts, kind=kind, many=6, manners=9):
        said = against(moves, ADA)
        stood += "stand_by_report" in said
        assert set(said) <= {"stand_by_report", *DENIES}, moves
        # Nobody names another instead, or takes it back.
        assert not against(moves, ELIF), moves
        assert not any(stances_of(move, DOV).get(ADA) for move in moves), moves
    assert stood > 5 or kind in ("defend", "plead")


def test_who_was_cleared_by_a_seat_is_neither_accused_nor_called_a_liar_by_it() -> None:
    rival = says(ADA, "I am the Seer. I checked Dov last night: Dov is a wolf.")
    denied = Move(kind="deny", other=ADA)
    for role, own in (("Seer", MY_CLEARANCE), ("Werewolf", MY_CLEARANCE[1:])):
        for _, moves in spoken(role, *own, rival):
            assert not against(moves, ADA), moves
            assert moves[0] == denied
        for mind in minds(role, *own, rival, kind="vote", many=5):
            assert exile_choice(mind, (ADA, BRAM)).seat == BRAM


@pytest.mark.parametrize("role", ["Seer", "Werewolf"])
def test_who_has_cleared_all_others_but_one_names_that_one_for_certain(role: RoleName) -> None:
    fallen = tuple(f.Died(seat) for seat in (BRAM, ELIF, FAY, GIL, 8, 9))
    night = (*QUIET_NIGHT[:2], *fallen, QUIET_NIGHT[3])
    own = MY_CLEARANCE if role == "Seer" else MY_CLEARANCE[1:]
    named = 0
    for _, moves in spoken(role, *own, *night, many=40):
        named += "last_left" in against(moves, CLEO)
        assert set(against(moves, CLEO)) <= {"last_left"}, moves
        assert not asks(moves, CLEO)
        # A liar's story keeps somebody who may be the wolf.
        assert not any(stances_of(move, DOV).get(CLEO) for move in moves), moves
    assert named > 10


# -- rival claims


@pytest.mark.parametrize("role", ["Seer", "Witch", "Hunter"])
@pytest.mark.parametrize("kind", ["speak", "plead", "last_words"])
def test_who_claims_a_role_that_another_claims_says_that_the_other_lies(
    role: RoleName, kind: AskKind
) -> None:
    rival = says(BRAM, f"I am the {role}.")
    claimed = Move(kind="counterclaim", target=BRAM, role=role)
    countered = [claimed in moves for _, moves in spoken(role, rival, kind=kind)]
    assert sum(countered) > 10
    for _, moves in spoken(role, rival, kind=kind):
        assert not any(move.kind == "claim" for move in moves), moves
    for _, moves in spoken(role, says(BRAM, "Good morning."), *AGAINST_ELIF, kind=kind):
        assert not any(move.kind == "counterclaim" for move in moves)


def test_a_seer_that_has_found_its_rival_reports_that_and_one_that_cleared_it_spares_it() -> None:
    rival = says(BRAM, "I am the Seer.")
    for _, moves in spoken("Seer", f.Checked(DOV, BRAM, "wolves"), rival):
        kinds = [move.kind for move in moves]
        assert "counterclaim" not in kinds
        assert kinds[:2] == ["claim", "report_wolf"] or "doubt_claim" in kinds, moves
    for _, moves in spoken("Seer", f.Checked(DOV, BRAM, "village"), rival):
        assert not any(move.kind == "counterclaim" for move in moves)


@pytest.mark.parametrize("kind", ["speak", "defend", "plead", "last_words"])
@pytest.mark.parametrize("role", ["Villager", "Hunter", "Witch", "Werewolf"])
def test_who_was_found_by_a_check_answers_that_first(role: RoleName, kind: AskKind) -> None:
    others = (says(ADA, "Dov is a wolf."), says(CLEO, "I suspect Dov. Dov claimed late."), ASKED)
    for _, moves in spoken(role, FOUND_ME, *others, kind=kind, manners=3):
        first = moves[0]
        assert first == Move(kind="liar", target=BRAM) or BRAM in [
            act.seat for act in acts_of(first, DOV) if isinstance(act, Accuses)
        ], moves


def test_who_was_cleared_by_a_believed_seer_says_so_in_its_denial() -> None:
    charge = says(ADA, "Dov is a wolf.")
    for kind in ("speak", "defend", "plead"):
        for _, moves in spoken("Villager", CLEARED_ME, charge, kind=kind):
            cleared = Move(kind="deny_cleared", other=ADA, target=BRAM)
            denials = [move for move in moves if move.kind.startswith(("deny", "plead"))]
            assert denials == [cleared], moves


# -- reports of others


@pytest.mark.parametrize("kind", ["speak", "defend", "last_words"])
def test_who_speaks_of_a_wolf_that_a_believed_check_has_found_cites_the_check(
    kind: AskKind,
) -> None:
    followers = (says(ADA, "I believe Bram, so Elif is a wolf."), says(CLEO, "Elif is a wolf."))
    cited = 0
    for _, moves in spoken("Villager", FOUND, *followers, ASKED, kind=kind, many=8, manners=9):
        said = against(moves, ELIF)
        cited += "follow_report" in said
        assert set(said) <= BY_CHECK, moves
        assert not asks(moves, ELIF)
        assert not any(against(moves, seat) for seat in (ADA, CLEO, FAY, GIL)), moves
    assert cited > 30


def test_who_trusts_a_report_turns_to_nobody_else_in_the_same_speech(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trust, doubt = Move(kind="believe", target=BRAM), Move(kind="suspect", target=GIL)

    def trusting(*_: object) -> list[Move]:
        return [trust]

    def doubting(*_: object) -> list[Move]:
        return [doubt]

    monkeypatch.setattr(speeches, "replies", trusting)
    monkeypatch.setattr(speeches, "suspicion_moves", doubting)
    facts = (says(BRAM, "I am the Seer."), says(DOV, "Good morning."))
    doubted = [doubt in moves for _, moves in spoken("Villager", *facts)]
    assert sum(doubted) > 5
    for _, moves in spoken("Villager", FOUND, facts[1]):
        assert trust in moves and doubt not in moves


VOTED_OUT = (f.Began(1, "vote"), f.Voted(DOV, BRAM, "vote"), f.Exiled(BRAM), f.Died(BRAM))
CITING = {"follow_report", "believe", "dead_cleared", "drops_found", "drops_cleared", "answer_seer"}


@pytest.mark.parametrize(
    "rejected",
    [VOTED_OUT, (says(DOV, "Bram is not the Seer."), f.Died(BRAM))],
    ids=["voted out", "denied aloud"],
)
def test_who_has_rejected_a_checker_cites_it_only_with_a_word_on_the_change(
    rejected: tuple[Fact, ...],
) -> None:
    good = says(BRAM, "I checked Cleo on night 1: Cleo is good.")
    owned = 0
    for mind, moves in spoken("Villager", FOUND, good, *rejected, *QUIET_NIGHT, ASKED, many=40):
        kinds = {move.kind for move in moves}
        assert not kinds & CITING, moves
        owned += "follow_late" in kinds
        assert mind.honest_belief.claim_probability("Seer", BRAM) > 0.5
    assert owned > 5
    # What was owned is cited as before.
    after = says(DOV, "I got Bram wrong: I believe Bram now, so Elif is a wolf.")
    facts = (FOUND, good, *rejected, *QUIET_NIGHT, after, *QUIET_NIGHT)
    assert any("follow_report" in against(m, ELIF) for _, m in spoken("Villager", *facts))


# -- the newest first


def test_a_find_is_answered_before_older_words() -> None:
    """Thanks, a question and talk of no account are older than the find."""
    older = (
        says(ADA, "I trust Dov."),
        says(CLEO, "Good morning, Dov! How are you?"),
        says(FAY, "Dov, do you trust Ada?"),
    )
    for _, moves in spoken("Villager", *older, FOUND, manners=9, many=5):
        first = moves[0]
        assert {first.target, first.other} == {ELIF, BRAM}, moves
        assert not any(move.kind in ("thank", "open_quiet", "open_first") for move in moves)


def test_a_find_that_cannot_be_judged_is_left_open_and_not_passed_over() -> None:
    rivals = (FOUND, says(GIL, "I am the Seer. I checked Ada last night: Ada is a wolf."))
    kinds = {moves[0].kind for _, moves in spoken("Villager", *rivals, many=60)}
    assert "find_open" in kinds
    assert kinds <= {"find_open", "follow_report", "doubt_claim", "claim"}


def test_a_find_is_not_left_open_in_a_speech_that_is_sure_of_it() -> None:
    open_ = Move(kind="find_open", target=ELIF, other=BRAM)
    soft = Move(kind="suspect", target=ELIF)
    assert without_echo([open_, soft]) == [open_, soft]
    for sure in (
        Move(kind="follow_report", target=ELIF, other=BRAM),
        Move(kind="call_vote", target=BRAM),
        Move(kind="accuse", target=ELIF),
    ):
        assert without_echo([open_, sure]) == [sure]


def test_a_find_that_was_met_is_not_met_again() -> None:
    met = says(DOV, "I believe Bram, so Elif is a wolf.")
    for _, moves in spoken("Villager", FOUND, met, says(ADA, "Dov, how are you?")):
        assert moves[0].kind not in ("find_open", "doubt_claim", "liar")
