"""What the measurement of people counts, on hand-written games: each count is there, and is what
its definition says."""

from __future__ import annotations

import pytest

from bench.people import counts as counts
from bench.people import first_day
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
    ROLES,
    day,
    game,
    line,
    night,
    says,
    thinks,
    votes,
)
from wolfcore.game import facts as f


def test_a_ballot_for_the_announced_seat_keeps_the_word_and_any_other_breaks_it() -> None:
    kept = game(says(CLEO, "I think Bram is a wolf."), votes(CLEO, BRAM))
    broken = game(says(CLEO, "I think Bram is a wolf."), votes(CLEO, ELIF))
    assert counts.kept_word(kept, EVERYBODY) == Count(1, 1)
    assert counts.kept_word(broken, EVERYBODY) == Count(0, 1)


def test_the_last_call_for_a_vote_announces_more_than_a_later_suspicion() -> None:
    called = game(says(CLEO, "Vote for Bram. I suspect Elif."), votes(CLEO, BRAM))
    assert counts.kept_word(called, EVERYBODY) == Count(1, 1)
    turned = game(says(CLEO, "Vote for Bram."), says(CLEO, "Vote for Elif."), votes(CLEO, ELIF))
    assert counts.kept_word(turned, EVERYBODY) == Count(1, 1)
    assert counts.broken_call(turned, EVERYBODY) == Count(0, 1)


def test_a_call_is_broken_by_another_ballot_and_a_suspicion_is_no_call() -> None:
    assert counts.broken_call(
        game(says(CLEO, "Vote for Bram."), votes(CLEO, 0)), EVERYBODY
    ) == Count(1, 1)
    assert counts.broken_call(
        game(says(CLEO, "I suspect Bram."), votes(CLEO, ELIF)), EVERYBODY
    ) == Count(0, 0)


@pytest.mark.parametrize(
    "facts",
    [
        (says(BRAM, "I think Cleo is a wolf."), votes(BRAM, DINA)),  # a wolf's
        (says(CLEO, "Good morning."), votes(CLEO, DINA)),  # announces nothing
        (
            says(CLEO, "I think Bram is a wolf."),
            f.Died(BRAM),
            votes(CLEO, DINA),
        ),  # nothing left to keep
        (
            says(CLEO, "I think Bram is a wolf."),
            night(2),
            day(2),
            votes(CLEO, DINA),
        ),  # another day's
        (
            says(CLEO, "I think Bram is a wolf."),
            f.Voted(CLEO, DINA, "runoff"),
        ),  # Bram may not stand there
    ],
)
def test_no_word_was_given(facts: tuple[f.Fact, ...]) -> None:
    assert counts.kept_word(game(*facts), EVERYBODY) == Count(0, 0)


@pytest.mark.parametrize(
    ("since", "counted"),
    [
        (says(ADA, "I am the Seer."), 0),
        (says(ADA, "I checked Elif on night 1, and Elif is a wolf."), 0),
        (says(ADA, "I'm only a Villager."), 1),
        (says(ADA, "I think Elif is a wolf. Vote for Elif."), 1),
    ],
)
def test_a_claim_or_report_since_the_own_words_is_news(since: f.Fact, counted: int) -> None:
    mine = says(CLEO, "I think Bram is a wolf.")
    assert counts.kept_without_news(game(mine, since, votes(CLEO, BRAM)), (CLEO,)) == Count(
        counted, counted
    )
    assert counts.kept_without_news(game(mine, since, votes(CLEO, ELIF)), (CLEO,)) == Count(
        0, counted
    )
    assert counts.kept_without_news(game(since, mine, votes(CLEO, ELIF)), (CLEO,)) == Count(0, 1)
    assert counts.kept_word(game(mine, since, votes(CLEO, ELIF)), (CLEO,)) == Count(0, 1)


def test_only_the_seats_of_bots_are_judged() -> None:
    both = game(
        says(CLEO, "Vote for Bram."),
        says(DINA, "Vote for Bram."),
        votes(CLEO, ELIF),
        votes(DINA, ELIF),
    )
    assert counts.broken_call(both, (DINA,)) == Count(1, 1)


def test_a_likeliest_wolf_that_the_own_numbers_contradict() -> None:
    thought = "Bram 40%, Elif 30%. Voting Elif: the likeliest wolf."
    wrong = game(*thinks(CLEO, thought, {BRAM: 0.4, ELIF: 0.3}), votes(CLEO, ELIF))
    assert counts.false_reasons(wrong, EVERYBODY) == Count(1, 1)
    right = game(*thinks(CLEO, thought, {BRAM: 0.3, ELIF: 0.4}), votes(CLEO, ELIF))
    assert counts.false_reasons(right, EVERYBODY) == Count(0, 1)
    equal = game(*thinks(CLEO, thought, {BRAM: 0.401, ELIF: 0.4}), votes(CLEO, ELIF))
    assert counts.false_reasons(equal, EVERYBODY) == Count(0, 1)
    other = game(
        *thinks(CLEO, "Voting Elif: the best exile for the pack.", {BRAM: 0.4, ELIF: 0.3}),
        votes(CLEO, ELIF),
    )
    assert counts.false_reasons(other, EVERYBODY) == Count(0, 0)


def test_a_thought_belongs_to_the_ballot_of_its_day() -> None:
    thought = "Voting Elif: the likeliest wolf."
    second = game(
        votes(CLEO, BRAM),
        night(2),
        day(2),
        *thinks(CLEO, thought, {BRAM: 0.9, ELIF: 0.3}, on=2),
        votes(CLEO, ELIF),
    )
    assert counts.false_reasons(second, EVERYBODY) == Count(1, 1)


def test_a_god_that_hangs_without_a_claim() -> None:
    assert counts.unspoken_gods(game(f.Exiled(FEMI)), EVERYBODY) == Count(1, 1)
    assert counts.unspoken_gods(
        game(says(FEMI, "I'm only a Villager."), f.Exiled(FEMI)), EVERYBODY
    ) == Count(1, 1)
    assert counts.unspoken_gods(
        game(says(FEMI, "I am the Doctor."), f.Exiled(FEMI)), EVERYBODY
    ) == Count(0, 1)
    assert counts.unspoken_gods(
        game(says(ADA, "I checked Bram and Bram is a wolf."), f.Exiled(ADA)), EVERYBODY
    ) == Count(0, 1)
    too_late = game(f.Exiled(FEMI), f.Said(FEMI, "last_words", "I am the Doctor."))
    assert counts.unspoken_gods(too_late, EVERYBODY) == Count(1, 1)
    assert counts.unspoken_gods(game(f.Exiled(CLEO), f.Exiled(BRAM)), EVERYBODY) == Count(0, 0)


ASKED = says(ADA, line("ask_vote", "Cleo"))


def test_an_answer_that_names_another_ballot_than_the_question() -> None:
    wrong = game(ASKED, says(CLEO, line("answer_vote", "Elif", "Ada")))
    right = game(ASKED, says(CLEO, line("answer_vote", "Dina", "Ada")))
    assert counts.wrong_ballot(wrong, EVERYBODY) == Count(1, 1)
    assert counts.wrong_ballot(right, EVERYBODY) == Count(0, 1)


def test_no_answer_and_an_answer_to_somebody_else_are_none() -> None:
    assert counts.wrong_ballot(game(ASKED, says(CLEO, "I suspect Bram.")), EVERYBODY) == Count(0, 0)
    other = game(ASKED, says(CLEO, line("answer_vote", "Elif", "Femi")))
    assert counts.wrong_ballot(other, EVERYBODY) == Count(0, 0)
    again = says(FEMI, line("ask_vote", "Cleo", "Elif"))
    last = game(ASKED, again, says(CLEO, line("answer_vote", "Elif", "Femi")))
    assert counts.wrong_ballot(last, EVERYBODY) == Count(0, 1)


def test_a_question_about_a_vote_against_a_reported_wolf() -> None:
    report = says(FEMI, "I am the Seer. I checked Dina on night 1, and Dina is a wolf.")
    assert counts.known_asked(game(report, ASKED), EVERYBODY) == Count(1, 1)
    assert counts.known_asked(game(ASKED, report), EVERYBODY) == Count(0, 1)
    good = says(FEMI, "I am the Seer. I checked Dina on night 1, and Dina is good.")
    assert counts.known_asked(game(good, ASKED), EVERYBODY) == Count(0, 1)


def test_one_who_named_somebody_is_told_to_name_nobody() -> None:
    told = says(FEMI, line("suspect_silent", "Cleo"))
    assert counts.named_nobody(game(says(CLEO, "I suspect Bram."), told), EVERYBODY) == Count(1, 1)
    assert counts.named_nobody(
        game(says(CLEO, "Vote for Bram."), night(2), day(2), told), EVERYBODY
    ) == Count(1, 1)
    assert counts.named_nobody(game(told, says(CLEO, "I suspect Bram.")), EVERYBODY) == Count(0, 1)
    assert counts.named_nobody(game(says(CLEO, "Good morning."), told), EVERYBODY) == Count(0, 1)


def test_an_answer_that_accuses_one_seat_in_two_sentences() -> None:
    answer = line("answer_suspect", other="Ada")
    assert counts.accused_twice(
        game(says(CLEO, f"{answer} {line('suspect')}")), EVERYBODY
    ) == Count(1, 1)
    assert counts.accused_twice(game(says(CLEO, f"{answer} Vote for Bram.")), EVERYBODY) == Count(
        0, 1
    )
    assert counts.accused_twice(
        game(says(CLEO, f"{answer} {line('suspect', 'Elif')}")), EVERYBODY
    ) == Count(0, 1)
    one_line = says(
        CLEO, line("answer_nothing", other="Ada") + " Bram hides. I think Bram is a wolf."
    )
    assert counts.accused_twice(game(one_line), EVERYBODY) == Count(0, 1)
    no_answer = says(CLEO, "I suspect Bram. I have my doubts about Bram.")
    assert counts.accused_twice(game(no_answer), EVERYBODY) == Count(0, 0)


def test_a_witch_that_poisons_before_anybody_spoke() -> None:
    witched = (*ROLES[:5], "Witch", "Villager")
    blind = game(f.Poisoned(FEMI, CLEO), roles=witched)
    assert counts.blind_poison(blind, EVERYBODY) == Count(1, 1)
    assert counts.blind_poison_of_village(blind, EVERYBODY) == Count(1, 1)
    assert counts.blind_poison_of_village(
        game(f.Poisoned(FEMI, BRAM), roles=witched), EVERYBODY
    ) == Count(0, 1)
    kept = game(f.Poisoned(FEMI, 0), roles=witched)
    assert counts.blind_poison(kept, EVERYBODY) == Count(0, 1)
    heard = game(says(CLEO, "Bram is a wolf."), night(2), f.Poisoned(FEMI, BRAM), roles=witched)
    assert counts.blind_poison(heard, EVERYBODY) == Count(0, 1)
    assert counts.blind_poison(game(), EVERYBODY) == Count(0, 0)


def test_a_game_without_a_word() -> None:
    assert counts.wordless(game(says(CLEO, "")), EVERYBODY) == Count(1, 1)
    assert counts.wordless(game(says(CLEO, "Hello.")), EVERYBODY) == Count(0, 1)


def test_a_village_speech_that_the_log_contradicts() -> None:
    lie, truth, wolf = (
        says(CLEO, "I am the Seer."),
        says(ADA, "I am the Seer."),
        says(BRAM, "I am the Doctor."),
    )
    assert counts.village_lies(game(lie, truth, wolf, says(DINA, "")), EVERYBODY) == Count(1, 2)


def test_who_is_exiled_on_day_1() -> None:
    first = game(
        f.Died(DINA),
        says(ADA, ""),
        f.Exiled(GORAN),
        f.Died(GORAN),
        night(2),
        day(2),
        f.Exiled(CLEO),
    )
    assert first_day.exiled_first(first, (GORAN,)) == Count(1, 1)
    assert first_day.exiled_first(first, (CLEO,)) == Count(0, 1)
    assert first_day.exiled_first(first, EVERYBODY) == Count(1, 6)
    assert first_day.exiled_first(first, (DINA,)) == Count(0, 0)
    assert first_day.exiled_first(game(f.Died(DINA)), EVERYBODY) == Count(0, 0)


def test_a_wolf_is_caught_by_a_true_report_alone() -> None:
    caught, lied = (
        says(ADA, "I am the Seer. I checked Bram and Bram is a wolf."),
        says(CLEO, "I am the Seer. I checked Bram: a wolf."),
    )
    assert first_day.exiled_uncaught(game(caught, f.Exiled(BRAM)), (BRAM,)) == Count(0, 1)
    assert first_day.exiled_first(game(caught, f.Exiled(BRAM)), (BRAM,)) == Count(1, 1)
    assert first_day.exiled_uncaught(game(lied, f.Exiled(BRAM)), (BRAM,)) == Count(1, 1)
    assert first_day.exiled_uncaught(game(caught, f.Exiled(ELIF)), (ELIF,)) == Count(1, 1)
    wrongly = says(ADA, "I am the Seer. I checked Cleo and Cleo is a wolf.")
    assert first_day.exiled_uncaught(game(wrongly, f.Exiled(CLEO)), (CLEO,)) == Count(1, 1)
    assert first_day.exiled_caught(game(caught, f.Exiled(BRAM)), (BRAM,)) == Count(1, 1)
    assert first_day.exiled_caught(game(lied, f.Exiled(BRAM)), (BRAM,)) == Count(0, 1)


def test_a_wolf_that_claims_what_the_true_holder_claims_as_well_is_contradicted() -> None:
    lie, truth = says(BRAM, "I am the Seer. I checked Cleo: a wolf."), says(ADA, "I am the Seer.")
    both = game(lie, truth, f.Exiled(BRAM))
    assert first_day.exiled_contradicted(both, (BRAM,)) == Count(1, 1)
    assert first_day.exiled_uncaught(both, (BRAM,)) == Count(0, 1)
    assert first_day.exiled_contradicted(game(lie, truth, f.Exiled(ADA)), (ADA,)) == Count(0, 1)
    alone = game(lie, says(ADA, "I am the Doctor."), f.Exiled(BRAM))
    assert first_day.exiled_contradicted(alone, (BRAM,)) == Count(0, 1)
    assert first_day.exiled_uncaught(alone, (BRAM,)) == Count(1, 1)
    late = game(lie, f.Exiled(BRAM), truth)
    assert first_day.exiled_contradicted(late, (BRAM,)) == Count(0, 1)
