"""A living seat that was exiled: every view says that it lives and has no vote, at every width."""

from __future__ import annotations

import pytest

from tests.core.game.fools import FOOL_SEAT, give_hunters_the_power, recorded
from tests.core.game.table_talk import Table
from wolfcore.analysis import Course, CoursePoint
from wolfcore.game import facts as f
from wolfcore.game import get_board
from wolftui.export.redaction import redact_log
from wolftui.export.replay_data import replay_data
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.plain.announcements import seat_lines
from wolftui.plain.line_layout import LineLook
from wolftui.views.labels import course_lines
from wolftui.views.own_seat import own_seat_lines
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.vote_tabs import votes_page
from wolftui.views.seat_cards import seat_cards, seat_column
from wolftui.views.seat_focus import SeatFocusPanel
from wolftui.views.seat_strip import seat_strip
from wolftui.views.status_line import idle_words
from wolftui.views.transcript_filter import FilterIndex, TranscriptFilter
from wolftui.views.win_curve import CourseWords
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.outcome import outcome_of
from wolftui.words.questions import make_question
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES
from wolftui.words.wrapping import plain_text, width_of

OTHER = 1


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game after the first exile of the seat, whose second vote is out."""
    give_hunters_the_power(monkeypatch)
    table = Table("WVVHVVS", last_day=3, wolves_may_pass=True, role_revealed=False, vote="majority")
    return table.play({"d1.vote": FOOL_SEAT}, until="d2.vote")


def session_of(table: Table, eyes: int, *, live: bool = True) -> GameSession:
    """The game so far through some eyes; a person has the seat of the fool."""
    people = (eyes,) if eyes > 0 else ()
    session = GameSession(table.game.spec.board, table.game.spec.names, people=people, live=live)
    session.entries(table.game.log)
    session.set_eyes(eyes)
    session.go_end()
    return session


def transcript(session: GameSession) -> str:
    return "\n".join(plain_text(line) for block in session.blocks for line in block.lines)


@pytest.mark.parametrize("glyphs", [FANCY, ASCII])
@pytest.mark.parametrize("size", [7, 12])
def test_the_seats_say_who_has_no_vote(
    monkeypatch: pytest.MonkeyPatch, size: int, glyphs: Glyphs
) -> None:
    give_hunters_the_power(monkeypatch)
    letters = "WVVHVVSWGXVV"[:size]
    table = Table(letters, last_day=3, wolves_may_pass=True).play(
        {"d1.vote": FOOL_SEAT}, until="d2.vote"
    )
    for eyes in (PUBLIC_EYES, FOOL_SEAT, MODERATOR_EYES):
        shown = ShownGame(session_of(table, eyes), "live")
        cards, names = seat_cards(shown, {}), table.game.spec.names
        strip = seat_strip(cards, names, glyphs, 80)
        for lines, width in (
            (strip.lines, 80),
            (seat_column(cards, names, glyphs, 30, 40).lines, 30),
            (seat_column(cards, names, glyphs, 30, 4).lines, 30),
        ):
            words = "\n".join(map(plain_text, lines))
            assert words.count("no vote") == 1
            assert max(map(width_of, lines)) <= width
        assert all(name[:4] in " ".join(map(plain_text, strip.lines)) for name in names)


def test_a_dead_seat_is_not_said_to_have_no_vote(table: Table) -> None:
    cards = seat_cards(ShownGame(session_of(table, PUBLIC_EYES), "live"), {})
    assert [(card.seat, card.vote) for card in cards if card.no_vote] == [(FOOL_SEAT, None)]
    table.play({"d2.vote": FOOL_SEAT}, until="n3")
    cards = seat_cards(ShownGame(session_of(table, PUBLIC_EYES), "live"), {})
    assert not any(card.no_vote for card in cards)
    assert not any("no vote" in line for line in seat_lines(table.game.view(OTHER), LineLook()))


def test_a_person_is_told_in_their_panel_and_while_others_vote(table: Table) -> None:
    def panel(seat: int) -> str:
        lines = own_seat_lines(ShownGame(session_of(table, seat), "play"), FANCY, 31, "F2")
        assert max(map(width_of, lines)) <= 31
        return " ".join("\n".join(map(plain_text, lines)).split())

    said = "You have no vote any more."
    assert said in panel(FOOL_SEAT)
    assert said not in panel(OTHER)
    assert f"{FOOL_SEAT} Dov exiled, stays without a vote" in panel(OTHER)
    assert (
        idle_words(session_of(table, FOOL_SEAT), FOOL_SEAT, str)
        == "The others vote; you have no vote."
    )
    assert "no vote" not in idle_words(session_of(table, OTHER), OTHER, str)
    table.play(until="d3.speak")
    assert "no vote" not in idle_words(session_of(table, FOOL_SEAT), FOOL_SEAT, str)


def test_the_panel_of_the_seat_says_that_it_lives_without_a_vote(table: Table) -> None:
    shown = ShownGame(session_of(table, OTHER), "live")
    text = "\n".join(map(plain_text, SeatFocusPanel(shown, FOOL_SEAT, FANCY).lines(31)))
    assert "alive  no vote" in text
    other = "\n".join(map(plain_text, SeatFocusPanel(shown, 2, FANCY).lines(31)))
    assert "no vote" not in other


def test_plain_lines_and_options_say_who_has_no_vote(table: Table) -> None:
    view = table.game.view(OTHER)
    (line,) = [line for line in seat_lines(view, LineLook()) if "no vote" in line]
    assert "Dov" in line
    ask = next(ask for ask in table.game.asks if ask.seat == OTHER)
    question = make_question(ask, view)
    assert [option.value for option in question.options if "no vote" in option.note] == [FOOL_SEAT]
    assert "More than half of those with a vote must agree." in question.hint


def test_the_transcript_does_not_call_a_role_hidden_that_is_shown(table: Table) -> None:
    note = "(roles stay hidden on this board)"
    told = transcript(session_of(table, PUBLIC_EYES))
    assert "4 Dov is ➤ Hunter and stays alive." in told
    assert note not in told
    table.play({"d2.vote": 2}, until="n3")
    told = transcript(session_of(table, PUBLIC_EYES))
    assert f"Exiled: 2 Boris  {note}" in told
    assert told.count(note) == 1
    assert "You are ➤ Hunter and stay alive." in transcript(session_of(table, FOOL_SEAT))


def test_a_death_by_day_that_is_no_exile_changes_no_earlier_line() -> None:
    presenter = Presenter(get_board("sla7"), ("A",) * 7, PUBLIC_EYES)
    for fact in (f.Began(1, "night"), f.Began(1, "discussion"), f.Died(3)):
        presenter.add(fact)
    assert [block.lines for block in presenter.blocks] == [(), ()]


def test_the_filter_of_deaths_shows_no_exile_of_a_seat_that_stays(table: Table) -> None:
    table.play({"d2.vote": 2}, until="n3")
    session, index = session_of(table, PUBLIC_EYES), FilterIndex()
    index.filter = TranscriptFilter(kinds=frozenset({"deaths"}))
    index.add_blocks(session, session.blocks, 100)
    shown = [session.blocks[number] for number in index.matching(len(session.blocks))]
    words = [plain_text(line) for block in shown for line in block.lines]
    assert [line.split("  ")[0] for line in words] == ["Exiled: 2 Boris"]


def test_the_course_says_that_the_seat_stays(table: Table) -> None:
    table.play({"d2.vote": FOOL_SEAT})
    facts, names = [entry.fact for entry in table.game.log], table.game.spec.names
    words = [plain_text(line) for line in course_lines(facts, names, FANCY)]
    days = [line.split(maxsplit=3)[3] for line in words if "day" in line]
    assert days[:2] == ["4 Dov exiled, stays without a vote", "4 Dov exiled"]
    kept = [fact for fact in facts if not isinstance(fact, f.LostVote)]
    words = [plain_text(line) for line in course_lines(kept, names, FANCY)]
    assert any(line.endswith("4 Dov exiled, stays alive") for line in words)
    first = kept[: kept.index(f.Began(2, "night"))]
    for last, end in (([], "exiled"), ([f.Ended(1, "draw")], "exiled, stays alive")):
        words = [plain_text(line) for line in course_lines([*first, *last], names, FANCY)]
        assert words[-1].endswith(f"4 Dov {end}")


def test_a_game_that_turned_by_such_an_exile_says_so(table: Table) -> None:
    table.play()
    facts, spec = [entry.fact for entry in table.game.log], table.game.spec
    words = CourseWords(facts, spec.board, spec.names, FANCY)

    deal = CoursePoint(0, "deal", 0, 0.5, 0.3, 0.7)
    at = facts.index(f.Exiled(FOOL_SEAT))
    exile = CoursePoint(at, "exile", 1, 0.2, 0.1, 0.3, -0.3, -0.5, -0.1)
    line = words.turning_line(Course(1, 1, "", 40, (deal, exile), 1))
    assert plain_text(line) == (
        "It turned on day 1: 4 Dov, ➤ Hunter, was exiled and stayed alive. Before it the village "
        "won 5 games of 10 from here, after it 2 of 10, as bots play it out."
    )


@pytest.mark.parametrize("width", [76, 116])
def test_the_votes_tab_says_who_had_no_vote(table: Table, width: int) -> None:
    table.play()
    outcome = outcome_of(table.game.spec.board, table.game.spec.names, table.game.state)
    session = session_of(table, MODERATOR_EYES, live=False)
    book = GameNumbers(
        ShownGame(session, "review", record=lambda: recorded(table.game)), outcome, FANCY
    )
    lines = [plain_text(line) for line in votes_page(book, width).lines]
    rows = {line.split()[0]: line for line in lines if line[:1].isdigit()}
    assert {seat: row.count("no vote") for seat, row in rows.items() if "no vote" in row} == {
        str(FOOL_SEAT): len(table.exiled) - 1
    }
    assert max(map(len, lines)) <= width
    titles = [spot.derivation.title for spot in votes_page(book, width).spots]
    assert [title for title in titles if "exiled" in title] == [
        "Dov is exiled and stays alive", *["Nobody is exiled"] * (len(table.exiled) - 1)
    ]  # fmt: skip
    again = Table("WVVHVVS", last_day=3, wolves_may_pass=True).play({"vote": FOOL_SEAT})
    session = session_of(again, MODERATOR_EYES, live=False)
    book = GameNumbers(
        ShownGame(session, "review", record=lambda: recorded(again.game)), outcome, FANCY
    )
    titles = [spot.derivation.title for spot in votes_page(book, width).spots]
    assert [title for title in titles if "exiled" in title][:2] == [
        "Dov is exiled and stays alive", "Dov is exiled"
    ]  # fmt: skip


def test_a_shared_page_says_who_has_no_vote(table: Table) -> None:
    session = GameSession(table.game.spec.board, table.game.spec.names, live=False)
    shared = redact_log("an-id", session, tuple(table.game.log), PUBLIC_EYES)
    data = replay_data(shared, FANCY)
    (eyes,) = data["eyes"]
    last = [data["cards"][card] for card in data["tables"][eyes["steps"][-1][2]]]
    assert [card[5] for card in last].count("no vote") == 1
    assert last[FOOL_SEAT - 1][5] == "no vote"
    assert last[FOOL_SEAT - 1][2] == ""
