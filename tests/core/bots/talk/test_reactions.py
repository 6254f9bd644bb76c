"""What seats say to odd speeches, deaths, kindness and rival claims; and a villager's bluff, which
is taken back."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.text_cues import oddity_of
from wolfcore.game import Ask, Fact, RoleName, View
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, ClaimsRole, Retracts, Vouches, read

NIGHT_2: tuple[Fact, ...] = (
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)


FOUND_ADA = f.Said(3, "speak", "I am the Seer. I checked Ada on night 1, and Ada is a wolf.")
AGAINST_ADA = tuple(f.Said(seat, "speak", "Ada is a wolf.") for seat in (2, 3, 5, 6))


def thoughts(
    view: View, *, day: int, word: str = "default", seeds: int = 60, kind: str = "speak"
) -> list[str]:
    """What seat 4 thinks beside its turn, which names its intentions, over seeds."""
    ask = Ask(
        f"d{day}.{kind}.4",
        4,
        "summarise" if kind == "summarise" else "speak",
        day,
        "discussion",
        (1, 2, 3, 5, 6, 7),
    )
    bot = HouseBot((word,))
    return [bot.answer_now(view, ask, Desk.of_seed(ask, seed)).thought for seed in range(seeds)]


def speaks(view: View, *, day: int, word: str = "default", seeds: int = 60) -> list[str]:
    """What seat 4 says, over seeds."""
    ask = Ask(f"d{day}.speak.4", 4, "speak", day, "discussion", (0,))
    return [
        HouseBot((word,)).answer_now(view, ask, Desk.of_seed(ask, seed)).text
        for seed in range(seeds)
    ]


def meaning(intent: str, found: list[str]) -> int:
    """How many thoughts name the intention."""
    return sum(intent in thought.partition("Saying: ")[2] for thought in found)


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("", "mute"),
        ("   ", "mute"),
        ("asdkj qwlek", "puzzled"),
        ("Guten Tag, liebe Leute", "foreign"),
        ("Creo que @3 es el lobo", "foreign"),
        ("我觉得@3是狼人", "foreign"),
        ("???", "puzzled"),
        ("haha nice one", "amused"),
        ("What a joke", "amused"),
        ("I have nothing yet.", ""),
        ("@3 sus", ""),
        ("ok", ""),
    ],
)
def test_what_is_odd_about_a_speech(text: str, odd: str) -> None:
    assert oddity_of(text) == odd


FOREIGN = "Creo que Cleo es el lobo, ayer votó muy raro."


def test_a_speaker_of_another_language_is_not_called_silent() -> None:
    for text, called in (("We need to work together.", True), (FOREIGN, False)):
        said = f.Said(1, "speak", text)
        view = view_with("sla7", 4, "Villager", *DAY_1, said, *NIGHT_2, said, *AGAINST_ADA)
        assert (
            meaning("suspect silent", thoughts(view, day=2, word="formal", seeds=150)) > 0
        ) == called, text


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("asdkj qwlek zzz", "puzzled"),
        ("haha lol", "amused"),
        ("", "mute"),
        ("Ik weet het niet.", "puzzled"),
    ],
)
def test_the_next_speaker_remarks_on_an_odd_speech_and_nobody_after_it(
    text: str, intent: str
) -> None:
    odd = f.Said(1, "speak", text)
    assert meaning(intent, thoughts(view_with("sla7", 4, "Villager", *DAY_1, odd), day=1)) > 15
    later = view_with(
        "sla7", 4, "Villager", *DAY_1, odd, f.Said(2, "speak", "Good morning, everyone.")
    )
    assert meaning(intent, thoughts(later, day=1)) == 0


def test_a_confession_is_taken_up() -> None:
    view = view_with("sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "I am a Werewolf."))
    assert meaning("confessed", thoughts(view, day=1)) > 20


def test_another_role_than_before_is_held_against_a_seat() -> None:
    turned = (f.Said(1, "speak", "I am the Doctor."), f.Said(1, "speak", "I am a Villager."))
    view = view_with("sla7", 4, "Villager", *DAY_1, *turned, *AGAINST_ADA)
    assert meaning("suspect reclaimed", thoughts(view, day=1)) > 5


def test_who_came_for_a_seat_and_who_stood_by_it_is_quoted_on_a_later_day() -> None:
    talk = (f.Said(1, "speak", "I suspect Dov."), f.Said(2, "speak", "I trust Dov."))
    view = view_with("sla7", 4, "Villager", *DAY_1, *talk, *NIGHT_2, *AGAINST_ADA)
    found = thoughts(view, day=2, seeds=150)
    assert meaning("suspect grudge", found) > 2
    today = view_with("sla7", 4, "Villager", *DAY_1, *talk, *AGAINST_ADA)
    assert meaning("suspect grudge", thoughts(today, day=1, seeds=150)) == 0


def test_the_first_speaker_of_a_day_may_recall_the_vote_and_whom_the_dead_had_named() -> None:
    vote = (
        f.Voted(1, 3, "vote"),
        f.Voted(2, 3, "vote"),
        f.Voted(3, 1, "vote"),
        f.Exiled(3),
        f.Died(3),
    )
    cause = f.Cause(3, "exiled")
    dead = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(2), f.Began(2, "discussion"))
    view = view_with(
        "sla7", 4, "Villager", *DAY_1, f.Said(2, "speak", "I suspect Elif."), *vote, cause, *dead
    )
    found = thoughts(view, day=2, seeds=150)
    assert meaning("open recap", found) > 5
    assert meaning("open gain", found) > 5
    spoken = view_with(
        "sla7",
        4,
        "Villager",
        *DAY_1,
        *vote,
        cause,
        *dead,
        f.Said(1, "speak", "Good morning, everyone."),
    )
    assert meaning("open recap", thoughts(spoken, day=2, seeds=150)) == 0


def test_a_claim_whose_rival_was_eaten_is_called_a_lie() -> None:
    rivals = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night, and Bram is a wolf."),
        f.Said(2, "speak", "I am the Seer. I checked Ada last night, and Ada is a wolf."),
    )
    view = view_with(
        "sla7",
        4,
        "Villager",
        *DAY_1,
        *rivals,
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(1),
        NIGHT_2[3],
    )
    assert meaning("doubt eaten", thoughts(view, day=2)) > 2


def test_claims_are_chained_in_words_where_the_eaten_one_is_believed() -> None:
    """Two seers, one eaten: the dead told the truth, so the other lied."""
    rivals = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night, and Bram is a wolf."),
        f.Said(2, "speak", "I am the Seer. I checked Ada last night, and Ada is a wolf."),
    )
    eaten = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(1), NIGHT_2[3])
    view = view_with("sla7", 4, "Villager", *DAY_1, *rivals, *eaten)
    assert meaning("chain eaten", thoughts(view, day=2, seeds=150)) > 2
    said = [read(text, 4, view.names, 7) for text in speaks(view, day=2, seeds=150)]
    assert sum(Vouches(1) in acts and Accuses(2) in acts for acts in said) > 5


def test_a_seer_whose_find_was_shown_to_be_a_wolf_is_proven_by_it() -> None:
    fell = (f.Exiled(2), f.Died(2), f.Cause(2, "exiled"))
    shown = view_with(
        "helmsman7", 4, "Villager", *DAY_1, BELIEVED, *fell, f.Revealed(2, "Werewolf"), *NIGHT_2
    )
    assert meaning("proven", thoughts(shown, day=2, seeds=150)) > 5
    other = view_with(
        "helmsman7", 4, "Villager", *DAY_1, BELIEVED, *fell, f.Revealed(2, "Villager"), *NIGHT_2
    )
    assert meaning("proven", thoughts(other, day=2, seeds=150)) == 0


def test_the_table_takes_a_believed_rescue_for_a_proof_of_the_rescued() -> None:
    witch = f.Said(1, "speak", "I am the Witch. I saved Elif last night.")
    view = view_with("xu7", 4, "Villager", *DAY_1, witch)
    assert meaning("rescue clears", thoughts(view, day=1, seeds=150)) > 5
    said = [read(text, 4, view.names, 7) for text in speaks(view, day=1, seeds=150)]
    assert sum(Vouches(5) in acts for acts in said) > 5
    liar = view_with("xu7", 4, "Witch", *DAY_1, witch)
    assert meaning("rescue clears", thoughts(liar, day=1, seeds=150)) == 0
    poisoned = view_with(
        "xu7",
        4,
        "Villager",
        *DAY_1,
        f.Said(1, "speak", "I am the Witch. I poisoned Elif last night."),
    )
    assert meaning("rescue clears", thoughts(poisoned, day=1, seeds=150)) == 0


def test_who_cannot_tell_which_claim_is_true_says_so_and_whose_role_it_is_does_not() -> None:
    accused = (f.Said(seat, "speak", "Ada is a wolf.") for seat in (7, 8))
    rivals = (*accused, f.Said(1, "speak", "I am the Seer."), f.Said(2, "speak", "I am the Seer."))
    view = view_with("plus10+sheriff", 4, "Villager", *DAY_1, f.Badge(4, "elected"), *rivals)
    assert meaning("weigh open", thoughts(view, day=1, kind="summarise")) > 50
    seer = view_with("plus10+sheriff", 4, "Seer", *DAY_1, f.Badge(4, "elected"), *rivals)
    assert meaning("weigh", thoughts(seer, day=1, kind="summarise")) == 0


def test_a_sheriff_weighs_rival_claims() -> None:
    rivals = (
        f.Said(1, "speak", "I am the Seer. I checked Cleo last night, and Cleo is good."),
        f.Said(2, "speak", "I am the Seer. I checked Dov last night, and Dov is a wolf."),
    )
    view = view_with("plus10+sheriff", 4, "Villager", *DAY_1, f.Badge(4, "elected"), *rivals)
    assert meaning("weigh", thoughts(view, day=1, kind="summarise")) > 50


BELIEVED = f.Said(1, "speak", "I am the Seer. I checked Bram last night, and Bram is a wolf.")


def bluffs(role: RoleName, word: str, *facts: Fact) -> int:
    """How many speeches of seat 4 on a board with a Doctor claim to be it."""
    view = view_with("sla7", 4, role, *DAY_1, *facts)
    said = [read(text, 4, view.names, 7) for text in speaks(view, day=1, word=word, seeds=200)]
    return sum(ClaimsRole("Doctor") in acts for acts in said)


@pytest.mark.slow
def test_a_villager_claims_a_god_to_draw_the_kill_from_a_believed_seer_and_only_then() -> None:
    assert bluffs("Villager", "proactive", BELIEVED) > 12
    assert 0 < bluffs("Villager", "default", BELIEVED) < 20
    assert bluffs("Villager", "secretive", BELIEVED) == 0
    assert bluffs("Villager", "proactive", f.Said(1, "speak", "Good morning, everyone.")) == 0
    assert bluffs("Villager", "proactive", BELIEVED, f.Said(2, "speak", "I am the Doctor.")) == 0


def test_a_bluff_is_taken_back_on_the_next_day() -> None:
    facts = (BELIEVED, f.Said(4, "speak", "I am the Doctor."))
    view = view_with("sla7", 4, "Villager", *DAY_1, *facts, *NIGHT_2)
    assert (
        sum(Retracts("Doctor") in read(text, 4, view.names, 7) for text in speaks(view, day=2)) > 55
    )
    same_day = view_with("sla7", 4, "Villager", *DAY_1, *facts)
    assert not any(
        Retracts("Doctor") in read(text, 4, view.names, 7) for text in speaks(same_day, day=1)
    )
    seer = view_with("sla7", 4, "Seer", *DAY_1, f.Said(4, "speak", "I am the Seer."), *NIGHT_2)
    assert not any(
        isinstance(act, Retracts)
        for text in speaks(seer, day=2)
        for act in read(text, 4, view.names, 7)
    )


def test_no_remark_on_an_odd_speech_accuses_anybody() -> None:
    for text in speaks(
        view_with("sla7", 4, "Villager", *DAY_1, f.Said(1, "speak", "qq ww ee rr")), day=1
    ):
        first = text.split(".")[0]
        assert not any(
            isinstance(act, Accuses | Vouches) and act.seat == 1 for act in read(first, 4, (), 7)
        )


def test_what_a_believed_seer_left_behind_is_said_when_it_is_dead() -> None:
    told = f.Said(1, "speak", "I am the Seer. I checked Elif last night, and Elif is good.")
    dead = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(1), NIGHT_2[3])
    found = thoughts(view_with("sla7", 4, "Villager", *DAY_1, told, *dead), day=2, seeds=150)
    assert meaning("dead cleared", found) > 10
    alive = thoughts(view_with("sla7", 4, "Villager", *DAY_1, told, *NIGHT_2), day=2, seeds=150)
    assert meaning("dead cleared", alive) == 0


def test_who_was_saved_thanks_who_tells_it_and_only_then() -> None:
    saved = f.Said(1, "speak", "I am the Witch. I saved Dov last night.")
    found = thoughts(view_with("xu7", 4, "Villager", *DAY_1, saved), day=1)
    assert meaning("thank saved", found) > 20
    after = (f.Said(4, "speak", "Good morning."), f.Said(2, "speak", "Hello."))
    assert (
        meaning(
            "thank saved", thoughts(view_with("xu7", 4, "Villager", *DAY_1, saved, *after), day=1)
        )
        == 0
    )
    other = f.Said(1, "speak", "I am the Witch. I saved Elif last night.")
    assert (
        meaning("thank saved", thoughts(view_with("xu7", 4, "Villager", *DAY_1, other), day=1)) == 0
    )


def test_who_spoke_for_and_against_the_same_seat_hears_of_it() -> None:
    both = (f.Said(1, "speak", "I trust Elif."), f.Said(1, "speak", "Elif is a wolf."))
    found = thoughts(
        view_with("sla7", 4, "Villager", *DAY_1, *both, *AGAINST_ADA), day=1, seeds=150
    )
    assert meaning("suspect torn", found) > 10
    one = thoughts(
        view_with("sla7", 4, "Villager", *DAY_1, both[1], *AGAINST_ADA), day=1, seeds=150
    )
    assert meaning("suspect torn", one) == 0


def test_nobody_is_held_a_ballot_that_the_speaker_cast_as_well() -> None:
    def held(own: int) -> int:
        votes = (f.Voted(1, 3, "vote"), f.Voted(4, own, "vote"), f.Exiled(3), f.Died(3))
        facts = (
            *DAY_1,
            *votes,
            f.Cause(3, "exiled"),
            f.Revealed(3, "Villager"),
            *NIGHT_2,
            *AGAINST_ADA,
        )
        found = thoughts(view_with("sla7", 4, "Villager", *facts), day=2, seeds=100)
        return meaning("suspect voted", found) + meaning("ask vote", found)

    assert held(5) > 5
    assert held(3) == 0
