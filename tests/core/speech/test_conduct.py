"""The reader on longer, politer English: conduct that is held against a seat, relative clauses,
"they", requests and passing."""

from __future__ import annotations

import pytest

from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    Defends,
    ReportsCheck,
    TellsProtected,
    Vouches,
    read,
)
from wolfcore.speech.acts import without_content

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
ME = 7

SPOKEN: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # conduct
    ("Bram's silence yesterday was rather suspicious.", (Accuses(2, sure=False),)),
    ("Bram's words and votes are worrying.", (Accuses(2, sure=False),)),
    ("The haste of Cleo is quite troubling.", (Accuses(3, sure=False),)),
    ("Dov's answer raises many questions.", (Accuses(4, sure=False),)),
    ("Dov's answer is not suspicious.", ()),
    (
        "Ada's vote for Bram looks strange, and Cleo's haste might be a sign of fear.",
        (Accuses(1, sure=False), Accuses(3, sure=False)),
    ),
    ("Elif changed her vote, which might be a hint of guilt.", (Accuses(5, sure=False),)),
    ("Elif changed her vote. It could be a sign of guilt.", (Accuses(5, sure=False),)),
    ("Elif died. It is odd that nobody spoke.", ()),
    ("Ada did not say anything, which is suspicious.", (Accuses(1, sure=False),)),
    ("I share Ada's doubts about Bram.", (Accuses(2, sure=False),)),
    ("I do not share the doubts about Bram.", ()),
    ("I agree with the suspicions raised by Ada.", ()),
    ("That vote casts doubt on Fay.", (Accuses(6, sure=False),)),
    ("Fay is keeping her head down to avoid attention.", (Accuses(6, sure=False),)),
    ("Fay may have wolf allies.", (Accuses(6, sure=False),)),
    (
        "Let us concentrate on Ada and Dov as our suspects.",
        (Accuses(1, sure=False), Accuses(4, sure=False)),
    ),
    ("We have exposed Cleo as a wolf.", (Accuses(3, sure=False),)),
    ("We can rule out Cleo being a wolf.", (Vouches(3, sure=False),)),
    ("We should all keep an eye on Bram.", ()),
    ("Ada is either a villager or a wolf.", ()),
    ("Ada is a villager or a wolf.", ()),
    # others' words that go on
    ("Ada doubts Bram and suggests Cleo is a wolf.", ()),
    ("Ada raised her voice, implying that Bram is a wolf.", ()),
    # relative clauses, "they", what a second seat is not
    (
        "I think we should look at Bram. "
        "While they claim to be the Seer and cleared Ada, we must be careful as they could "
        "be lying.",
        (Accuses(2, sure=False),),
    ),
    ("I will vote for Bram, who is the last wolf.", (CallsVote(2), Accuses(2))),
    ("Ada, who spoke first, is the guard.", (Vouches(1),)),
    ("Ada, who is your suspect?", (AsksSeat(1, "suspect"),)),
    ("They say they trust Cleo.", ()),
    ("We must find the wolves and exile them, Ada.", ()),
    ("Bram is a wolf and Cleo is not.", (Accuses(2), Vouches(3))),
    (
        "I have seen Ada as a wolf and Bram as a Villager.",
        (ReportsCheck(1, "wolves"), ReportsCheck(2, "Villager")),
    ),
    ("Dov was not a wolf as I saw him last night.", (ReportsCheck(4, "village", LAST_NIGHT),)),
    ("I have verified that Dov is not a wolf.", (ReportsCheck(4, "village"),)),
    ("I observed that Dov is most likely a wolf.", (Accuses(4, sure=False),)),
    ("I guarded the Sheriff (Cleo) last night.", (TellsProtected(3, LAST_NIGHT),)),
    ("I believe Cleo is a member of our village team.", (Vouches(3, sure=False),)),
    ("My motives are pure.", (Defends(ME),)),
    # asking and passing
    ("I urge Ada and Fay to explain their votes.", (AsksSeat(1), AsksSeat(6))),
    ("It is essential for Elif to answer.", (AsksSeat(5),)),
    ("We have not heard from Dov yet.", (AsksSeat(4),)),
    ("Furthermore, Dov, since you said so little, can you tell us more?", (AsksSeat(4),)),
    ("I choose to pass this round.", (CallsVote(0),)),
    ("I would prefer to not vote for anyone today.", (CallsVote(0),)),
    ("I pass the word to nobody.", ()),
)


@pytest.mark.parametrize(("text", "meant"), SPOKEN, ids=[text for text, _ in SPOKEN])
def test_polite_english_is_read(text: str, meant: tuple[Act, ...]) -> None:
    assert without_content(read(text, ME, NAMES, 7)) == meant
