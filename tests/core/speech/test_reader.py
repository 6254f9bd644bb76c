"""The reader on plain English as people type it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    ClaimsRole,
    Defends,
    GivesReason,
    Pairs,
    ReportsCheck,
    Retracts,
    Supposes,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
    is_speakable,
    mark_seats,
    read,
)

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
ME = 7

TYPED: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # claims
    ("I am the seer", (ClaimsRole("Seer"),)),
    ("i'm seer", (ClaimsRole("Seer"),)),
    ("im the seer guys", (ClaimsRole("Seer"),)),
    ("I claim Doctor.", (ClaimsRole("Doctor"),)),
    ("My role is Guard", (ClaimsRole("Guard"),)),
    ("I am just a simple villager.", (ClaimsRole("Villager"),)),
    ("As the Witch, I had a hard night.", (ClaimsRole("Witch"),)),
    ("hunter here", (ClaimsRole("Hunter"),)),
    ("Gil is the seer", (ClaimsRole("Seer"),)),
    ("I am the Seer's best friend", ()),
    ("As the Seer said, we should be careful.", ()),
    ("I'm not the seer", (Retracts("Seer"),)),
    ("I take back my claim.", (Retracts(),)),
    ("I lied about being the witch", (Retracts("Witch"),)),
    # reports
    ("I'm seer, 3 is a wolf", (ClaimsRole("Seer"), ReportsCheck(3, "wolves"))),
    ("I checked Ada last night and she is a werewolf", (ReportsCheck(1, "wolves", LAST_NIGHT),)),
    ("I checked Ada. She is a wolf.", (ReportsCheck(1, "wolves"),)),
    ("i checked 3 hes a wolf", (ReportsCheck(3, "wolves"),)),
    ("I checked Cleo on night 2: clean.", (ReportsCheck(3, "village", 2),)),
    (
        "On night 1 I investigated player_4, and he is not a Werewolf.",
        (ReportsCheck(4, "village", 1),),
    ),
    ("Ada is a wolf, I checked her last night", (ReportsCheck(1, "wolves", LAST_NIGHT),)),
    ("I saw that Ada is a villager", (ReportsCheck(1, "Villager"),)),
    ("I have a wolf check on 3.", (ReportsCheck(3, "wolves"),)),
    ("My check on Dov came back wolf", (ReportsCheck(4, "wolves"),)),
    ("My checks: Ada good, Bram wolf.", (ReportsCheck(1, "village"), ReportsCheck(2, "wolves"))),
    ("I found a wolf: it is Bram", (ReportsCheck(2, "wolves"),)),
    (
        "During the night, I used my ability as the Seer and discovered that player_1 is a "
        "Werewolf.",
        (ClaimsRole("Seer"), ReportsCheck(1, "wolves")),
    ),
    ("My duty as the Guard is to protect you.", (ClaimsRole("Guard"),)),
    ("Her duty as the Guard is to protect you.", ()),
    ("I did not check Ada.", ()),
    ("I will check Ada tonight.", ()),
    # accusing and vouching
    ("3 is a wolf", (Accuses(3),)),
    ("I think 3 is a wolf", (Accuses(3, sure=False),)),
    ("3 is not a wolf", (Vouches(3),)),
    ("I don't think Bram is a wolf.", (Vouches(2, sure=False),)),
    ("3 and 5 are wolves", (Accuses(3), Accuses(5), Pairs(3, 5))),
    ("I don't trust Bram", (Accuses(2),)),
    ("I trust Ada and Bram.", (Vouches(1), Vouches(2))),
    ("2 is sus", (Accuses(2),)),
    ("Bram looks suspicious to me", (Accuses(2, sure=False),)),
    ("Bram cannot be trusted.", (Accuses(2),)),
    ("Bram, you are a wolf.", (Accuses(2),)),
    ("the wolf is bram", (Accuses(2),)),
    ("Fay's claim is a lie.", (Accuses(6),)),
    ("Ada is the real seer, I believe her", (Vouches(1),)),
    ("Ada is not the seer", (Accuses(1),)),
    ("Ada claims to be the seer but she is lying.", (Accuses(1),)),
    ("Ada is lying", (Accuses(1),)),
    ("Ada is telling the truth", (Vouches(1),)),
    ("Bram is suspicious of Ada", ()),
    ("Ada is a good player", ()),
    # whom a pronoun means, after what one seat did to another
    ("Cleo voted for Ada, she's a wolf.", (Accuses(3), GivesReason(3, "voted", 1))),
    ("Bram defended Ada and he is a wolf", (Accuses(2), GivesReason(2, "defended", 1))),
    ("Cleo never voted for Ada and she is suspicious.", (Accuses(3),)),
    ("Cleo attacked Ada. She is a wolf.", (Accuses(3), GivesReason(3, "accused", 1))),
    ("Cleo asked Ada, and she said nothing. She is a wolf.", (Accuses(1),)),
    ("Bram voted for Ada because she is a wolf.", ()),
    ("I trust Fay, and Bram accuses her for no reason.", (Vouches(6),)),
    ("I trust Fay and Bram accuses her. I suspect Bram.", (Vouches(6), Accuses(2, sure=False))),
    ("I trust Fay and Bram.", (Vouches(6), Vouches(2))),
    # what a seat did not do
    ("Cleo did not vote for Ada. I suspect Cleo.", (Accuses(3, sure=False),)),
    ("Cleo didn't vote for Ada, so Cleo is a wolf.", (Accuses(3),)),
    ("I suspect Cleo because she never defended Ada.", (Accuses(3, sure=False),)),
    ("Cleo refused to vote for Ada, she's a wolf", (Accuses(3),)),
    (
        "I suspect Cleo because she hasn't accused anyone.",
        (Accuses(3, sure=False), GivesReason(3, "silent")),
    ),
    (
        "Cleo voted for Ada, not for Fay. I suspect Cleo.",
        (Accuses(3, sure=False), GivesReason(3, "voted", 1)),
    ),
    # others' words, suppositions, facts
    ("seat 1 said that I am a wolf", ()),
    ("According to Ada, Bram is a wolf.", ()),
    ("Ada says Bram is a wolf and Cleo is good.", ()),
    ("Nobody believes Ada.", ()),
    ('Ada wrote "I am the seer" and nothing else.', ()),
    ("If Elif is a wolf then Bram is too.", (Supposes(5, True, 2, True),)),
    ("Gil voted for Cleo on day 1 and Bram defended him.", ()),
    ("I voted for Ada yesterday because she defended Bram.", ()),
    ("Two wolves are left, and 2 votes are not enough.", ()),
    ("Nobody died on night 2.", ()),
    # votes and defence
    ("vote 5", (CallsVote(5),)),
    ("everyone vote 3", (CallsVote(3),)),
    ("Let's exile Dov.", (CallsVote(4),)),
    ("I will vote for Fay today.", (CallsVote(6),)),
    ("My vote goes to Bram today.", (CallsVote(2),)),
    ("We should vote player_4 out today.", (CallsVote(4),)),
    ("Elif has to go", (CallsVote(5),)),
    ("Let's not vote for Dov.", (Defends(4),)),
    ("Don't vote for me!", (Defends(ME),)),
    ("I'm not a wolf!", (Defends(ME),)),
    ("I am innocent", (Defends(ME),)),
    ("You are wrong about me, Ada. I am a villager.", (Defends(ME), ClaimsRole("Villager"))),
    ("I see no reason to suspect Ada.", (Defends(1),)),
    ("Leave Cleo alone", (Defends(3),)),
    # asking
    ("Bram, why did you vote for Ada?", (AsksSeat(2, "vote"),)),
    ("Bram, who gets your vote today?", (AsksSeat(2, "suspect"),)),
    ("Who do you suspect, Elif?", (AsksSeat(5, "suspect"),)),
    ("Elif should explain her vote.", (AsksSeat(5, "vote"),)),
    ("Good morning.", (Chats("greeting"),)),
    ("I want to hear from 3.", (AsksSeat(3),)),
    ("Bram, why me?", (AsksSeat(2, "accuse"),)),
    ("Bram, why do you suspect Ada?", (AsksSeat(2, "accuse"),)),
    ("Bram, are you the seer?", (AsksSeat(2, "role"),)),
    ("Bram, what is your role?", (AsksSeat(2, "role"),)),
    ("Bram, whom do you believe, Ada or Cleo?", (AsksSeat(2, "choice"),)),
    ("Bram, what did you learn last night?", (AsksSeat(2, "check"),)),
    ("Bram, whom did you check?", (AsksSeat(2, "check"),)),
    ("Is Ada a wolf?", ()),
    ("Who is the seer?", (AsksAll("role"),)),
    # deeds
    (
        "As the Doctor, I protected Ada last night.",
        (ClaimsRole("Doctor"), TellsProtected(1, LAST_NIGHT)),
    ),
    ("I protected myself on night 1", (TellsProtected(ME, 1),)),
    ("I used my antidote on Ada on night 1.", (TellsSaved(1, 1),)),
    ("I am the witch and I saved Bram.", (ClaimsRole("Witch"), TellsSaved(2))),
    ("I poisoned Elif last night.", (TellsPoisoned(5, LAST_NIGHT),)),
)


@pytest.mark.parametrize(("text", "meant"), TYPED, ids=[text for text, _ in TYPED])
def test_plain_english_is_read(text: str, meant: tuple[Act, ...]) -> None:
    assert read(text, ME, NAMES, 7) == meant


def test_a_whole_speech_is_read_in_order() -> None:
    text = (
        "I believe it's important for us to become more open; I am the Seer. I checked "
        "player_4 last night, and he is a Werewolf. "
        "We should vote player_4 out today. Bram, what do you think?"
    )
    assert read(text, ME, NAMES, 7) == (
        ClaimsRole("Seer"),
        ReportsCheck(4, "wolves", LAST_NIGHT),
        CallsVote(4),
        AsksSeat(2),
    )


def test_numbers_beyond_the_table_name_nobody() -> None:
    assert read("9 is a wolf, and so is 12", ME, NAMES, 7) == ()
    assert read("9 is a wolf", ME, (*NAMES, "Hana", "Ivo"), 9) == (Accuses(9),)


def test_numbers_name_seats_without_any_names() -> None:
    assert read("Player 3 is a wolf, vote for number 3", 1, (), 7) == (Accuses(3), CallsVote(3))


def test_the_number_in_a_name_is_marked_once() -> None:
    names = tuple(f"Player {seat}" for seat in range(1, 8))
    assert mark_seats("Player 3 is a wolf, p4 is not", names, 7) == "@3 is a wolf, @4 is not"


def test_names_are_read_in_any_case_and_number_words_after_seat() -> None:
    assert read("BRAM is a wolf", ME, NAMES, 7) == (Accuses(2),)
    assert read("seat three is a wolf", ME, NAMES, 7) == (Accuses(3),)


def test_a_name_that_is_an_english_word_needs_its_capital() -> None:
    names = ("Will", "Mark", *NAMES[2:])
    assert read("I will mark the votes", ME, names, 7) == ()
    assert read("Will is a wolf", ME, names, 7) == (Accuses(1),)


def test_a_name_of_several_words_or_signs_is_found() -> None:
    names = ("Mary Ann", "O'Neil", *NAMES[2:])
    assert read("Mary Ann is a wolf", ME, names, 7) == (Accuses(1),)
    assert read("I trust O'Neil.", ME, names, 7) == (Vouches(2),)
    assert read("i trust mary ann", ME, names, 7) == (Vouches(1),)


def test_names_that_are_words_of_the_game_are_not_read_as_names() -> None:
    names = ("Wolf", "Seer", *NAMES[2:])
    assert read("I am the Seer", ME, names, 7) == (ClaimsRole("Seer"),)
    refused = ["Wolf", "Seer", "I", "The Seer", "42", "Ada.", "Ada  Lu", ""]
    assert [
        name
        for name in (*refused, *NAMES, "Mary Ann", "O'Neil", "Jean-Luc")
        if not is_speakable(name)
    ] == refused


def test_each_act_is_told_once() -> None:
    assert read("Bram is a wolf. Bram is a wolf!", ME, NAMES, 7) == (Accuses(2),)


@given(st.text(max_size=200))
def test_any_text_is_read_without_trouble(text: str) -> None:
    for act in read(text, 1, ("Ada", "[b]", "..", "", "Zoë", "x" * 40, "7"), 7):
        assert 0 <= getattr(act, "seat", 0) <= 7


_WORDS = (
    "i you she they am is are not a the wolf seer checked Ada Bram 3 5 vote for last night "
    "trust and , . ? if said why"
)


@given(st.lists(st.sampled_from(_WORDS.split()), max_size=25))
def test_any_words_of_the_game_are_read_without_trouble(words: list[str]) -> None:
    for act in read(" ".join(words), 1, NAMES, 7):
        assert 0 <= getattr(act, "seat", 0) <= 7


def test_no_act_moves_to_another_seat_in_a_sentence_with_more_seats_than_letters() -> None:
    trusted = ", ".join(str(seat) for seat in range(3, 27))
    acts = read(f"Seat 2 is a wolf, and I trust {trusted}.", 1, (), 26)
    assert acts[0] == Accuses(2, sure=True)
    assert [act.seat for act in acts if isinstance(act, Vouches)] == list(range(3, 20))
