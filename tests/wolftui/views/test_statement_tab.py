"""The tab of statements: all of them in order, each with its verdict and the entries behind it."""

from __future__ import annotations

import pytest

from tests.core.metrics.test_statement_audit import DEAL, FIRST, SECOND
from tests.core.metrics.written import ended, said, written
from wolfcore.game import facts as f
from wolfcore.game import fold, initial_state
from wolfcore.metrics import RecordedGame
from wolfcore.metrics.game_tables import Speech
from wolfcore.metrics.statement_audit import STATED
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    GivesReason,
    Pairs,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.statement_tab import (
    NO_READABLE_SPEECH,
    statement_words,
    statements_page,
)
from wolftui.words.glyphs import FANCY
from wolftui.words.outcome import outcome_of
from wolftui.words.wrapping import plain_text

TOLD = (
    *FIRST,
    said(1, "I am the Seer. I checked Gil last night and he is a wolf. Vote for Gil."),
    said(6, "Bram is a wolf."),
    *SECOND,
    said(5, "I suspect Bram because he voted for Cleo."),
    ended(2, "stopped"),
)


def book_of(game: RecordedGame) -> GameNumbers:
    session = GameSession(game.board, game.names, live=False)
    session.entries(game.entries)
    state = fold(initial_state(game.board.size), [entry.fact for entry in game.entries])
    outcome = outcome_of(game.board, game.names, state)
    return GameNumbers(ShownGame(session, "review", record=lambda: game), outcome, FANCY)


@pytest.mark.parametrize("width", [76, 116])
def test_each_statement_has_a_row_with_its_verdict_and_evidence(width: int) -> None:
    game = written(DEAL, *TOLD)
    page = statements_page(book_of(game), width)
    lines = [plain_text(line).rstrip() for line in page.lines]
    rows = [" ".join(line.split()) for line in lines if line.startswith("day ")]
    assert rows == [
        "day 1 1 Ada false claims ◉ Seer fabrication",
        "day 1 1 Ada false checked 7 Gil: a wolf fabrication",
        "day 1 1 Ada false announces a vote for 7 Gil said against done",
        "day 1 6 Fay unsupported says 2 Bram is a wolf",
        "day 2 5 Elif true says 2 Bram voted for 3 Cleo",
    ]
    assert "what was stated   1 true, 3 false, 1 unsupported" in lines
    verdicts = [spot.derivation for spot in page.spots[:5]]
    facts = [[type(game.entries[entry].fact) for entry in each.entries] for each in verdicts]
    assert facts == [[f.Said], [f.Said], [f.Said, f.Voted], [f.Said], [f.Said, f.Voted]]
    assert verdicts[3].quotes == ("Bram is a wolf.",)
    assert max(map(len, lines)) <= width


def test_speech_that_is_not_read_has_no_verdicts() -> None:
    page = statements_page(book_of(written(DEAL, *TOLD, language="de")), 76)
    assert " ".join(plain_text(line) for line in page.lines) == NO_READABLE_SPEECH


def test_a_game_without_statements_says_so() -> None:
    page = statements_page(
        book_of(written(DEAL, *FIRST, said(1, "Hello."), ended(1, "stopped"))), 76
    )
    assert "Nobody stated anything" in plain_text(page.lines[0])


def test_every_kind_of_statement_has_words() -> None:
    book, speech = book_of(written(DEAL, *TOLD)), Speech(0, 1, 1, "speak", "")
    acts: list[Act] = [
        ClaimsRole("Seer"), ReportsCheck(2, "wolves"), TellsProtected(2), TellsSaved(2),
        TellsPoisoned(2), Accuses(2), Vouches(2), Pairs(2, 3), GivesReason(2, "voted", 3),
        CallsVote(2),
    ]  # fmt: skip
    assert {type(act) for act in acts} == {*STATED, CallsVote}
    words = ["".join(span.text for span in statement_words(book, act, speech)) for act in acts]
    assert len(set(words)) == len(acts)
    assert [line for line in words[1:] if "2 Bram" not in line] == []
