"""English as people type it: every row of rows.txt by its example, and every class of sentence by
many more."""

from __future__ import annotations

import pytest

from wolfcore.speech import (
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
    mark_seats,
    read,
)
from wolfcore.speech.acts import without_content
from wolfcore.speech.chat.lexicon import correct_spelling
from wolfcore.speech.chat.row_matcher import ROWS, Row

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Finn", "Gaia")
ME = 7

DOES: dict[str, tuple[type[Act], int]] = {
    "accuse": (Accuses, 2),
    "vouch": (Vouches, 2),
    "defend": (Defends, 2),
    "vote": (CallsVote, 2),
    "nobody": (CallsVote, 0),
    "ask": (AsksSeat, 2),
    "claim": (ClaimsRole, 0),
    "same": (ClaimsRole, 0),
    "real": (ClaimsRole, 0),
    "report": (ReportsCheck, 2),
    "check": (ReportsCheck, 2),
    "protected": (TellsProtected, 2),
    "saved": (TellsSaved, 2),
    "poisoned": (TellsPoisoned, 2),
    "retract": (Retracts, 0),
    "accuse-you": (Accuses, 2),
    "defend-me": (Defends, ME),
    "not-i": (Defends, ME),
    "accuse-subject": (Accuses, 2),
    "accuse-last": (Accuses, 2),
    "like-last": (Accuses, 2),
    "turned": (Vouches, 2),
    "choose": (CallsVote, 2),
    "proven": (ReportsCheck, 2),
    "deny-asked": (Vouches, 2),
}
"""What the example of a row does, by the row's kind; `nothing` does nothing."""


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{number}: {row.example}" for number, row in enumerate(ROWS)]
)
def test_every_row_has_an_example_that_does_what_it_says(row: Row) -> None:
    acts = read(row.example, ME, NAMES, 7)
    if row.kind in ("nothing", "unsay"):
        assert not [act for act in acts if isinstance(act, Accuses | CallsVote)]
        return
    does, seat = DOES[row.kind]
    found = [act for act in acts if isinstance(act, does)]
    assert found, acts
    assert seat in (0, *(getattr(act, "seat", ME) for act in found)) or (
        row.kind == "defend" and Defends(ME) in found
    ), acts


def test_no_row_stands_twice() -> None:
    assert len({(row.pattern, row.kind) for row in ROWS}) == len(ROWS)


def told(text: str, names: tuple[str, ...] = NAMES) -> set[str]:
    """What a message does, in the words of the labels, without what is hedged or asked about."""
    words: dict[type[Act], str] = {
        ClaimsRole: "claims",
        ReportsCheck: "checked",
        Accuses: "accuses",
        Vouches: "vouches",
        Defends: "defends",
        CallsVote: "votes",
        AsksSeat: "asks",
        TellsProtected: "protected",
        TellsSaved: "saved",
        TellsPoisoned: "poisoned",
        Retracts: "retracts",
    }
    found: set[str] = set()
    for act in without_content(read(text, ME, names, len(names))):
        parts = [
            words[type(act)],
            getattr(act, "role", ""),
            getattr(act, "seat", ""),
            getattr(act, "result", ""),
        ]
        night = getattr(act, "night", 0)
        found.add(" ".join(str(part) for part in (*parts, night or "") if part != ""))
    return found


SAID: dict[str, str] = {
    # what a newcomer types first
    "im seer n1 bram good n2 cleo wolf": "claims Seer, checked 2 village 1, checked 3 wolves 2",
    "gai sus": "accuses 7" if ME != 7 else "",
    "ELI IS SUS": "accuses 5",
    "cc": "",
    "So I'm a wolf now, am I?": "",
    "and now suddenly I'm the wolf": "",
    "so I'm the wolf?": "",
    "I'm a wolf and now you know it.": "claims Werewolf",
    "cc seer": "claims Seer",
    "not me guys": "defends 7",
    "Elif out": "votes 5",
    "I'm 90 % sure it's Elif": "accuses 5",
    "Cleo is the last wolf. I checked her last night.": "checked 3 wolves -1",
    "I never said Cleo is a wolf": "",
    "Thank you, Guard, do not reveal yourself": "",
    "I am a werewolf": "claims Werewolf",
    "Ada is a wolf? I don't think so": "vouches 1",
    # every role word
    "guard here": "claims Guard",
    "im bodyguard": "claims Guard",
    "medic claim": "claims Doctor",
    "im vt": "claims Villager",
    "plain villager here": "claims Villager",
    "im the hunter dont touch me": "claims Hunter, defends 7",
    "witch here, i poisoned dov n2": "claims Witch, poisoned 4 2",
    "hard claiming doctor": "claims Doctor",
    "my role: prophet": "claims Seer",
    "I was the witch in the last game": "",
    "if i were seer id check dov": "",
    "is anyone the seer?": "",
    "the seer should hide": "",
    "i wish i was the doc": "",
    # notation of checks
    "n1 dov v, n2 elif w": "checked 4 village 1, checked 5 wolves 2",
    "peeked finn, red": "checked 6 wolves",
    "i got a guilty on dov last night": "checked 4 wolves -1",
    "Results: Bram innocent, Dov guilty.": "checked 2 village, checked 4 wolves",
    "dov checked, clean": "checked 4 village",
    "i looked at elif n1 and shes clean": "checked 5 village 1",
    "my check was dov. hes not wolf": "checked 4 village",
    "Ada says she checked Bram and he is a wolf": "",
    "i will check dov tonight": "",
    "did ada check dov?": "",
    "seer: dov bad": "claims Seer, checked 4 wolves",
    "i have a red on elif": "checked 5 wolves",
    # suspicion, in many words
    "finns giving me the creeps": "accuses 6",
    "dov is def hiding smth": "accuses 4",
    "bram + cleo = w/w": "accuses 2, accuses 3",
    "wolf is between cleo and dov": "accuses 3, accuses 4",
    "let dov live": "defends 4",
    "i dont see elif as town": "accuses 5",
    "dov is wolfing so hard": "accuses 4",
    "dov pinged me": "accuses 4",
    "my money is on dov": "accuses 4",
    "gut says dov": "accuses 4",
    "all in on dov": "accuses 4",
    "wouldnt trust dov": "accuses 4",
    "dov or elif is wolf": "accuses 4, accuses 5",
    "dov smells": "accuses 4",
    "dov is lock scum": "accuses 4",
    "top scum: dov, elif": "accuses 4, accuses 5",
    "scumread on dov": "accuses 4",
    "something is off about dov": "accuses 4",
    "dovs story doesnt add up": "accuses 4",
    "dov is suuuuper sus": "accuses 4",
    "dov is a wofl": "accuses 4",
    "i dont buy dovs claim": "accuses 4",
    "anyone else think dov is lying?": "accuses 4",
    "isnt dov a bit sus?": "accuses 4",
    "is dov a wolf?": "",
    "if dov is a wolf then so is elif": "",
    "ada thinks dov is a wolf": "",
    "they say dov is sus": "",
    "keep an eye on dov": "",
    "dov was quiet": "",
    "i have no reason to suspect dov": "defends 4",
    "jk dov is wolf": "",
    "dov looks guilty and elif too": "accuses 4, accuses 5",
    "Dov is a wolf, and he is lying": "accuses 4",
    # trust
    "dov is town": "vouches 4",
    "i townread dov": "vouches 4",
    "dov is clear": "vouches 4",
    "no way dov is wolf": "vouches 4",
    "i doubt that dov is a wolf": "vouches 4",
    "dov isnt evil": "vouches 4",
    "I'd be shocked if Dov were a wolf": "vouches 4",
    "trust list: dov elif": "vouches 4, vouches 5",
    "town = dov, elif. scum = finn": "vouches 4, vouches 5, accuses 6",
    "neither dov nor elif is a wolf": "vouches 4, vouches 5",
    "dov is annoying but not evil": "vouches 4",
    # votes and defence
    "vote dov": "votes 4",
    "lets yeet dov": "votes 4",
    "dov pls go": "votes 4",
    "everybody on 4": "votes 4",
    "VOTE: dov": "votes 4",
    "switching to dov": "votes 4",
    "dov gets my vote": "votes 4",
    "i voted dov yesterday": "",
    "no exile today": "votes 0",
    "skip": "votes 0",
    "dont vote dov": "defends 4",
    "leave dov alone": "defends 4",
    "hanging dov would be a mistake": "defends 4",
    "its not me": "defends 7",
    "you got the wrong guy": "defends 7",
    "who voted dov?": "",
    # what is said beside a judgement turns it round, or is none
    "I'm with Bram, Ada goes.": "vouches 2, votes 1",
    "RIP Finn.": "",
    "Finn, we'll hear you out.": "asks 6",
    "Ada and Bram both pushed Cleo yesterday to save Dov, one of them is surely a wolf": "",
    "Dov, you only say I'm not the Witch because you are scared.": "",
    "I'm not sure about Dov but he isn't my first choice.": "",
    "Finn, I have heard of no Doctor so far. I am sorry, Ada is a wolf.": "accuses 1",
    "Dov's black check on me is a lie": "accuses 4",
    "I find Dov suspicious": "accuses 4",
    "I found Dov guilty": "checked 4 wolves",
    "Say your check, Dov, or we vote you": "asks 4",
    "Not a power role. Just a normal townie.": "claims Villager",
    "I am the Seer. N1 Bram bad. Before that Dov, who came up clean": "claims Seer, checked 2 wolves 1, checked 4 village",
    # a deed that is told, and then judged
    "Dov you threw Elif's name out with zero reason, that smells wolfy to me.": "accuses 4",
    "Ada n Cleo both pushed me, that stinks": "accuses 1, accuses 3",
    "The night was quiet, that is weird": "",
    "Dov wants Elif gone before anyone has said a word, pretty sus": "accuses 4",
    "Finn died in night 1, that is weird": "",
    "I don't see anything wrong with Dov": "vouches 4, defends 4",
    "Dov I don't see anything wrong with.": "vouches 4",
    "Anyone who votes for me is helping the wolves.": "defends 7",
    "hmm maybe Dov?": "accuses 4",
    "Dov?": "asks 4",
    "Finn, how can you suspect Cleo with no data": "asks 6",
    "I got a wolf on Dov": "checked 4 wolves",
    "Why would Dov lie about that": "vouches 4",
    "not sure Dov is a wolf": "",
    "Im the seer and Dov is wolf, Elif is wolf too, checked both": "claims Seer, checked 4 wolves, checked 5 wolves",
    "Dov? nah": "",
    "Dov. Why me?": "asks 4",
    "Dov never answered my question, i find that suspicious": "accuses 4",
    "what a weird thing to say, Dov": "accuses 4",
    "not convinced Dov is good": "accuses 4",
    "why are you all voting me": "defends 7",
    "Dov has my trust": "vouches 4",
    "Dov isn't seer, i am": "accuses 4, claims Seer",
    "Dov's excuse is full of holes": "accuses 4",
    "i get a bad vibe from Dov": "accuses 4",
    "Dov reacts like a villager": "vouches 4",
    # deeds and questions
    "saved dov n1": "saved 4 1",
    "guarded myself n1 and dov n2": "protected 7 1, protected 4 2",
    "dov thoughts?": "asks 4",
    "dov what did you check": "asks 4",
    "why did you vote me dov": "asks 4",
    "Any thoughts Dov or Elif?": "asks 4, asks 5",
}


@pytest.mark.parametrize("text", SAID)
def test_what_people_type_is_heard(text: str) -> None:
    assert told(text) == {word for word in SAID[text].split(", ") if word}


@pytest.mark.parametrize(
    ("text", "marked_as"),
    [
        ("bra sus", "@2 sus"), ("brams story", "@2's story"), ("cloe", "@3"), ("elf", "@5"), ("fine", "fine"), ("fin", "fin"),
        ("brqm", "@2"), ("GAI", "@7"), ("dove", "dove"), ("the", "the"),
    ],
)  # fmt: skip
def test_names_are_found_shortened_and_misspelt_but_never_in_plain_words(
    text: str, marked_as: str
) -> None:
    assert mark_seats(text, NAMES, 7) == marked_as


def test_a_shortened_name_of_two_people_means_nobody() -> None:
    assert read("mar sus", 1, ("Ada", "Marco", "Maria"), 3) == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("u r", "you are"),
        ("suuuus", "sus"),
        ("docter", "doctor"),
        ("gaurd", "guard"),
        ("hunted", "hunted"),
    ],
)
def test_chat_spelling_is_made_plain(typed: str, meant: str) -> None:
    assert correct_spelling(typed) == meant
