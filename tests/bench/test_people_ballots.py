"""What is counted of ballots and of the talk before them, on hand-written games."""

from __future__ import annotations

import pytest

from bench.people import ballots
from bench.people.counts import Count
from tests.bench.hand_written import (
    ADA,
    BRAM,
    CLEO,
    DINA,
    ELIF,
    EVERYBODY,
    FEMI,
    GORAN,
    day,
    game,
    line,
    night,
    says,
    votes,
)
from wolfcore.game import Fact
from wolfcore.game import facts as f

ACCUSES_BRAM = says(ADA, "I think Bram is a wolf.")


@pytest.mark.parametrize(
    ("facts", "unexplained"),
    [
        ((says(CLEO, "I think Bram is a wolf."),), 0),
        ((says(CLEO, "Vote for Bram."),), 0),
        ((says(CLEO, "I am the Seer. I checked Bram and Bram is a wolf."),), 0),
        ((says(CLEO, "I think Elif is a wolf."),), 1),
        ((says(CLEO, "Good morning."),), 1),
        ((says(CLEO, "I think Bram is a wolf."), night(2), day(2)), 1),
        ((ACCUSES_BRAM, says(CLEO, "I agree with Ada.")), 0),
        ((ACCUSES_BRAM, says(CLEO, line("agree", other="Ada"))), 0),
        ((ACCUSES_BRAM, says(CLEO, "I trust Ada.")), 0),
        ((ACCUSES_BRAM, says(CLEO, "I agree. Ada, good morning.")), 1),
        ((says(CLEO, "I agree with Ada."), ACCUSES_BRAM), 1),
        ((ACCUSES_BRAM, says(CLEO, "I agree with Dina.")), 1),
    ],
)
def test_a_ballot_is_explained_by_words_against_the_target_or_agreement_by_name(
    facts: tuple[Fact, ...], unexplained: int
) -> None:
    assert ballots.unexplained(game(*facts, votes(CLEO, BRAM)), EVERYBODY) == Count(unexplained, 1)
    assert ballots.unexplained(game(*facts, votes(CLEO, 0)), EVERYBODY) == Count(0, 0)
    assert ballots.unexplained(game(*facts, votes(CLEO, BRAM)), (DINA,)) == Count(0, 0)


@pytest.mark.parametrize(
    ("text", "unexplained", "lines"),
    [
        (line("suspect_voted", "Bram", "Dina"), 0, 1),
        (line("suspect"), 1, 1),
        ("Me too.", 1, 1),
        ("", 1, 0),
    ],
)
def test_a_line_with_a_ballot(text: str, unexplained: int, lines: int) -> None:
    cast = game(f.Voted(CLEO, BRAM, "vote", text), votes(DINA, BRAM))
    assert ballots.unexplained(cast, (CLEO,)) == Count(unexplained, 1)
    assert ballots.with_a_line(cast, EVERYBODY) == Count(lines, 2)


def test_who_spoke_against_nobody_that_day() -> None:
    told = game(says(CLEO, "I think Bram is a wolf."), votes(CLEO, ELIF), votes(DINA, ELIF))
    assert ballots.spoke_of_nobody(told, EVERYBODY) == Count(1, 2)
    assert ballots.spoke_of_nobody(told, (CLEO,)) == Count(0, 1)


def test_a_day_of_one_name_needs_three_quarters_of_the_accusers() -> None:
    three = [says(seat, "I think Bram is a wolf.") for seat in (ADA, CLEO, DINA)]
    apart = says(GORAN, "I think Cleo is a wolf.")
    assert ballots.days_of_one_name(game(*three, apart, votes(ADA, BRAM)), ()) == Count(1, 1)
    again = says(FEMI, "I think Cleo is a wolf.")
    assert ballots.days_of_one_name(game(*three, apart, again, votes(ADA, BRAM)), ()) == Count(0, 1)
    assert ballots.days_of_one_name(game(*three, votes(ADA, BRAM)), ()) == Count(0, 0)
    assert ballots.days_of_one_name(game(*three, apart), ()) == Count(0, 0)


def test_a_question_to_a_seat_that_does_not_speak_again_before_the_ballots() -> None:
    asked = says(ADA, line("ask_vote", "Cleo"))
    assert ballots.asked_without_a_turn(game(asked, votes(ADA, BRAM)), EVERYBODY) == Count(1, 1)
    before = game(says(CLEO, "Good morning."), asked, votes(ADA, BRAM))
    assert ballots.asked_without_a_turn(before, EVERYBODY) == Count(1, 1)
    spoke = game(asked, says(CLEO, ""), votes(ADA, BRAM))
    assert ballots.asked_without_a_turn(spoke, EVERYBODY) == Count(0, 1)
    late = game(asked, votes(ADA, BRAM), says(CLEO, "Good night."))
    assert ballots.asked_without_a_turn(late, EVERYBODY) == Count(1, 1)
    assert ballots.asked_without_a_turn(late, (CLEO,)) == Count(0, 0)


def test_who_checked_a_living_wolf_votes_for_it() -> None:
    check = f.Checked(ADA, BRAM, "wolves")
    assert ballots.checked_wolf_voted(game(check, votes(ADA, BRAM)), EVERYBODY) == Count(1, 1)
    assert ballots.checked_wolf_voted(game(check, votes(ADA, ELIF)), EVERYBODY) == Count(0, 1)
    assert ballots.checked_wolf_voted(game(check, votes(CLEO, BRAM)), EVERYBODY) == Count(0, 0)
    gone = game(check, f.Died(BRAM), votes(ADA, ELIF))
    assert ballots.checked_wolf_voted(gone, EVERYBODY) == Count(0, 0)
    good = game(f.Checked(ADA, CLEO, "village"), votes(ADA, BRAM))
    assert ballots.checked_wolf_voted(good, EVERYBODY) == Count(0, 0)


def test_who_has_a_rival_for_its_only_card_votes_for_the_rival() -> None:
    claim = says(BRAM, "I am the Seer.")
    assert ballots.rival_voted(game(claim, votes(ADA, BRAM)), EVERYBODY) == Count(1, 1)
    assert ballots.rival_voted(game(claim, votes(ADA, ELIF)), EVERYBODY) == Count(0, 1)
    checked = f.Checked(ADA, ELIF, "wolves")
    both = game(checked, claim, votes(ADA, ELIF))
    assert ballots.rival_voted(both, EVERYBODY) == Count(1, 1)
    taken_back = says(BRAM, "I take it back, I am not the Seer.")
    assert ballots.rival_voted(game(claim, taken_back, votes(ADA, ELIF)), EVERYBODY) == Count(0, 0)
    plain = game(says(BRAM, "I'm only a Villager."), votes(CLEO, ELIF))
    assert ballots.rival_voted(plain, EVERYBODY) == Count(0, 0)


def test_words_and_seconds() -> None:
    read = game(says(CLEO, "Good morning, all."), says(ADA, ""), says(BRAM, "Hello."))
    assert ballots.words_a_speech(read, EVERYBODY) == Count(4, 2)
    seconds, games = ballots.reading_seconds_of(read, CLEO)
    assert games == 1 and seconds > 0


TWO_DAYS = (says(ADA, "Good morning."), night(2), day(2))


def test_ballots_for_the_seat_that_a_person_accuses_on_day_2() -> None:
    accused = says(ADA, "I think Bram is a wolf. Bram voted for Cleo yesterday.")
    cast = (votes(ADA, BRAM), votes(BRAM, ADA), votes(CLEO, BRAM), votes(DINA, ELIF))
    told = game(*TWO_DAYS, accused, *cast)
    assert ballots.for_target(told, ADA, ADA, (BRAM,)) == Count(1, 2)
    assert ballots.for_target(game(*TWO_DAYS, says(ADA, "Hi."), *cast), ADA, ADA, (BRAM,)) == (0, 0)
    defends = says(FEMI, "I trust Bram.")
    helped = game(*TWO_DAYS, accused, defends, *cast)
    assert ballots.for_target(helped, FEMI, ADA, (BRAM,)) == Count(1, 2)
    too_early = game(*TWO_DAYS, defends, accused, *cast)
    assert ballots.for_target(too_early, FEMI, ADA, (BRAM,)) == Count(0, 0)
    assert ballots.for_target(helped, FEMI, 0, (BRAM,)) == Count(0, 0)


def test_ballots_that_differ_between_two_games() -> None:
    here = game(votes(ADA, BRAM), votes(CLEO, BRAM), votes(DINA, 0))
    there = game(votes(ADA, ELIF), votes(CLEO, BRAM), votes(DINA, BRAM))
    assert ballots.that_differ(here, there, ADA) == Count(1, 2)
    assert ballots.for_nobody(here, ADA) == Count(1, 2)


def test_who_says_that_it_is_a_wolf_and_lives() -> None:
    told = says(CLEO, "I am a werewolf.")
    assert ballots.lived_after_confessing(game(told, votes(ADA, CLEO)), CLEO) == Count(1, 1)
    hanged = game(told, votes(ADA, CLEO), f.Exiled(CLEO))
    assert ballots.lived_after_confessing(hanged, CLEO) == Count(0, 1)
    assert ballots.lived_after_confessing(game(votes(ADA, CLEO)), CLEO) == Count(0, 0)
    dead = game(f.Died(CLEO), told, votes(ADA, BRAM))
    assert ballots.lived_after_confessing(dead, CLEO) == Count(0, 0)


def test_a_mate_that_votes_for_the_person() -> None:
    voted = (votes(ELIF, BRAM), votes(ADA, BRAM))
    whisper = f.Whispered(ELIF, "We give up Bram.")
    assert ballots.voted_by_a_mate(game(*voted), BRAM) == Count(1, 1)
    assert ballots.voted_by_a_mate(game(votes(ADA, BRAM)), BRAM) == Count(0, 0)
    assert ballots.voted_by_a_mate_without_a_word(game(*voted), BRAM) == Count(1, 1)
    assert ballots.voted_by_a_mate_without_a_word(game(whisper, *voted), BRAM) == Count(0, 1)
    assert ballots.voted_by_a_mate_without_a_word(game(*voted, whisper), BRAM) == Count(1, 1)
    for words, said_why in (("We give up any of us that the table finds.", 1), ("Kill Ada.", 0)):
        plan = f.Whispered(ELIF, words)
        count = ballots.voted_by_a_mate_without_a_word(game(plan, *voted), BRAM)
        assert count == Count(1 - said_why, 1)
    own = f.Whispered(BRAM, "I am Bram.")
    assert ballots.voted_by_a_mate_without_a_word(game(own, *voted), BRAM) == Count(1, 1)


def test_the_team_of_the_person_wins() -> None:
    ended = game(f.Ended(2, "wolves", "wolves"))
    assert ballots.won(ended, BRAM) == Count(1, 1)
    assert ballots.won(ended, ADA) == Count(0, 1)
    assert ballots.won(game(), ADA) == Count(0, 0)
