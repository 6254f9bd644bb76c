"""The patterns by which `secret_slips` finds words that may tell a secret; seats are `@3`."""

from __future__ import annotations

import re

from wolfcore.game import ROLES

_WOLVES = r"(?:were)?wolves"


_OPEN_TALK = r"(?:vot|agree|think|suspect|accus|ask|said|say)\w*"
"""Words of what one does in the open together with anybody."""


_KILL = (
    r"(?:attack(?:ed)?|kill(?:ed)?|target(?:ed)?|ate|eat|murder(?:ed)?|hunt(?:ed)?|bit|bite"
    r"|slaughter(?:ed)?|devour(?:ed)?|eliminated?|remov(?:e|ed)|(?:took|take) out|went for)"
)


_ROLES = "|".join(role.lower() for role in ROLES)


UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|think|guess|suspect\w*"
    r"|believe\w*|seems?|seemed|looks?|likely|must have|apparently|feel\w*|hypothe\w*|claim"
    r"|claiming|heard)\b"
)
"""Words of guessing: such a sentence tells no knowledge."""


REPORTED = re.compile(
    r"\b(?:if|unless|suppos(?:e|es|ing|edly)|assum\w*|imagine|pretend\w*|as though|thinks?"
    r"|wonder\w*|whether|(?<!can )says?|said|claim(?:s|ed)?|told|according|accus\w*|calls?"
    r"|called|calling|might|may|could|would)\b"
)
"""Words that put the clause around them and what follows into another's mouth, or suppose it."""


QUOTED = re.compile(
    r"\b(?:if|unless) (?:i|we)\b|\b(?:says?|said|claim(?:s|ed)?|told|according|pretend\w*)\b"
)
"""Words that put what follows into another's mouth, or suppose what the speaker is."""


NOT = re.compile(r"\b(?:not|never|no|nobody|cannot)\b|n't\b|\b(?:did|do|was|have|would|could)nt\b")


SEATS = re.compile(r"@(\d+)")


NUMBER_OF_NAME = re.compile(r"(?<=\d) \(@\d+\)")
"""The seat number behind a name, as in `Cleo (3)`."""


PAUSE = re.compile(r"[,;:]")


PAUSES = re.compile(r"(?<=[,;:])")


_WOLF = r"(?:were)?wol(?:f|ves)"


AS_PACK = re.compile(
    rf"\b(?:we|us|we are|we're|both) (?:the |all |two |three |both |other |fellow )*{_WOLVES}\b"
    rf"|\b(?:we|us|our \w+),? as (?:the )?{_WOLVES}\b|\bas (?:the )?{_WOLVES},? (?:we|our)\b"
    rf"|\b(?:my|our) (?:\w+ )?(?:pack|packmates?|wolf[- ]?(?:mates?|partners?|team)"
    rf"|fellow {_WOLF})\b"
    r"|\bour (?:night )?(?:kill|victim|prey|attack)s?\b"
    rf"|\bas (?:a |one of the ){_WOLF},? (?:i|my|we|our)\b"
    r"|\bvillag(?:e|ers)\b[^.;]*?\b(?:against|identify|find|catch|expose|suspect|uncover) us\b"
    r"|\b(?:let's|lets|let us|we|we'll) (?:\w+ )?(?:eat|devour)\b"
    rf"|\b(?:i|i'll|you|we|one of us) (?:\w+ )?fake (?:the |a )?(?:{_ROLES})\b"
)
"""The speaker counts itself among the wolves."""


MATE = re.compile(
    r"\b(?:my|our) (?:\w+ )?(?:partner|mate|teammate|team mate|buddy|ally|accomplice|packmate)s?"
    r"(?:,| is)? @(\d+)"
    r"|@(\d+),?(?: is| was|'s)? (?:my|our) (?:\w+ )?(?:partner|mate|teammate|ally|accomplice)\b"
    rf"|\b(?:me|myself|i|us|ourselves)\b[^.;]*?\band @(\d+), (?:the other|another) {_WOLF}\b"
)


PACK_KILLS = re.compile(rf"\b(?:we|i)(?:'ve| have)? (?:\w+ )?{_KILL}\b[^.;]*?@(\d+)")


PACK_PLANS = re.compile(
    rf"(?:^|\b(?:we|let's|lets|let us|us)\b[^.;]*? ){_KILL} @(\d+)[^.;]*"
    r"\b(?:tonight|tonite|2nite|next night|at night)\b"
)


_BY_NIGHT = (
    r"(?:last ni(?:ght|te)|to-?ni(?:ght|te)|2nite|overnight|(?:in|at|by) (?:the )?night"
    r"|before (?:the )?(?:dawn|morning))"
)


WITH_MATE = re.compile(
    rf"@(\d+),? and (?:me|i)\b(?![^.;]*\b{_OPEN_TALK}\b)"
    rf"[^.;]{{0,80}}\b(?:together|us|our|both|till|until|hold out|{_BY_NIGHT})\b"
    r"|@(\d+)(?:,? (?:and )?@\d+)*,? (?:you and i|we) (?:promised|agreed|swore|settled|planned)\b"
)


PACK_TALK = re.compile(
    r"\b(?:we|i|us)\b[^.;]{0,40}\b(?:agreed|settled|decided|planned|promised|talked|discussed"
    rf"|picked|chose)\b[^.;]{{0,60}}\b{_BY_NIGHT}\b"
    r"|\bone of us had to (?:go|die|fall|hang)\b|\ball (?:two|three|four) (?:of us|at once)\b"
    r"|\bour (?:night )?list\b"
)
"""The speaker tells of a talk or a plan that only the pack can have."""


HAD_TO_DIE = re.compile(rf"@(\d+) had to (?:go|die|be \w+)\b[^.;]{{0,40}}\b{_BY_NIGHT}\b")


CHOICE_OF_PACK = re.compile(
    r"@(\d+) was (?:@\d+ ?'s|our|my) (?:\w+ )?(?:idea|choice|pick|call|plan|turn)\b"
)


ALONE = re.compile(
    r"\bif (?:@\d+|she|he|they) (?:\w+ ){0,2}(?:go(?:es)?|dies?|hangs?|leaves?|gone|out|exiled)"
    r"\b[^.;]{0,80}\b(?:i'm|i am|i'd be|we're|we are|leaves (?:me|us)) (?:\w+ )?(?:on my own|alone"
    r"|down to|left|finished|done for|only)\b"
)
"""The speaker counts who is left of its side; a slip where a mate is spoken of."""


BETTER_VICTIM = re.compile(
    r"\bwe should(?:'ve| have) (?:\w+ )?(?:gone (?:\w+ )?(?:at|for|after|with)|picked|taken|chosen"
    rf"|{_KILL})\b[^.;]*@(\d+)"
)


SPARED = re.compile(
    r"@(\d+)\b[^.;]{0,80}\b(?:(?:should(?:n't| not)?|ought|no business|by rights|supposed to"
    r"|meant to|lucky to|no idea how)\b[^.;]{0,80}\b(?:be|here|alive|dead|gone|morning|breakfast|up"
    r"|near|close|night)|(?:lucky (?:escape|that|last)|narrow escape|survived|got away"
    r"|somebody (?:rescued|saved|healed)|still (?:sit\w*|alive|here|standing|breathing)))\b"
)
"""Words that wonder why a seat is alive; a slip where the wolves attacked it."""


OWN_POTIONS = re.compile(
    r"\b(?:my|mine|i|i've|i'd|i'll)\b[^.;]*\b(?:potions?|bottles?|antidotes?|vials?)\b"
    r"|\b(?:mine are|have|i've) (?:\w+ )?both (?:\w+ )?(?:full|left|unused)\b"
    r"|\bi could(?:'ve| have| of)? (?:kept?|saved?|rescued?|healed?)\b"
    rf"|\bi (?:was|got|am) (?:shown|told)\b[^.;]{{0,60}}\b(?:name|victim|{_BY_NIGHT})\b"
)


ATTACKED = (
    re.compile(
        r"@(\d+) (?:(?:was|were|is|has been|had been|got|being|who was) )?(?:\w+ly )?"
        r"(?:attacked|targeted|bitten|hunted|visited by|killed|murdered|dead|gone|died|"
        r"the (?:target|victim|prey))\b"
    ),
    re.compile(
        r"\b(?:wolves|werewolves|they|pack)(?: have| had)? (?:\w+ly )?(?:attacked|targeted|hunted"
        r"|bit|hit|visited|picked|chose|killed|went (?:for|after)|tried to (?:kill|eat|attack)"
        r"|wanted to kill) @(\d+)"
    ),
    re.compile(r"\b(?:attack|attempt) on (?:seat |player )?@(\d+)"),
)


POISONED = re.compile(
    r"@(\d+)(?: was| were| got| has been)? (?:poisoned|died (?:of|from|by) (?:the )?poison)\b"
    r"|\bpoison(?:ed)? (?:killed |took |got )?@(\d+)"
    r"|@(\d+)(?: ?'s)? (?:death )?(?:was|is) (?:from )?(?:the |a )?(?:bottle|potion|poison|vial)\b"
)


KNOWS = re.compile(
    r"\bi (?:already |do |also )?know\b(?! (?:who|what|how|nothing|why|where))"
    r"|\bfor (?:a fact|certain)\b|\bwith certainty\b|\bi can confirm\b|\bi(?:'m| am) certain\b"
    r"|\bsettled\b|\b(?:isn't|is not|no) (?:a )?(?:maybe|guess|theory|hunch)\b"
    r"|\btake (?:my word|it from me|that from me)\b|\b(?:100 ?%|hundred percent)"
    r"|\b(?:complete|full|absolute) confidence\b"
)


NO_SOURCE = re.compile(
    r"\b(?:how|why) (?:i know|i come to|i came to)\b|\bmy own (?:affair|reasons|secret|business)\b"
    r"|\b(?:can't|cannot|won't|not) say\w* (?:how|why)\b"
)
"""Words that keep a source back; they make a sentence of the same speech one of knowledge."""


CHECKED = re.compile(
    r"\b(?:check|saw|see|look|investigat|inspect|verif|scan|peek|vision|result|found|seer|reading"
    r"|view)\w*"
)


ROLE_OF = re.compile(
    rf"@(\d+)(?: is|'s| was) (?:the |a |an |our |your |their )(?:real |true |actual )?"
    rf"({_ROLES})\b"
)


DEEDS = re.compile(
    rf"\b(?:{_KILL}|bitten|visited|hit|picked|chose|went|attempt|victim|prey|dead|died|gone|murdered"
    r"|poison\w*|bottle|potion|should|shouldn't|ought|no business|by rights|supposed|meant|lucky"
    r"|no idea how|survived|escape|rescued|saved|healed|still|got away)\b"
)


MAY_TELL = {
    "kill": re.compile(
        rf"{AS_PACK.pattern}|{KNOWS.pattern}"
        rf"|\b(?:we|i)(?:'ve| have)? (?:\w+ )?{_KILL}\b"
        r"|\b(?:tonight|tonite|2nite|next night|at night)\b"
        r"|\b(?:my|our) (?:\w+ )?(?:partner|mate|teammate|team mate|buddy|ally|accomplice"
        r"|packmate)s?\b"
        rf"|\b(?:the other|another) {_WOLF}\b|\band (?:me|i)\b|\bwe should(?:'ve| have)\b"
        r"|\bif\b[^.;]{0,80}\b(?:alone|on my own|down to|left|finished|done for|only)\b"
        rf"|\b(?:idea|choice|pick|call|plan|turn)\b|\b{_BY_NIGHT}\b|\b(?:of us|at once|our list)\b"
        r"|\bwe (?:promised|agreed|swore|settled|planned)\b"
    ),
    "check": re.compile(
        rf"{KNOWS.pattern}|{NO_SOURCE.pattern}"
        rf"|\b(?:the|a|an|our|your|their|real|true|actual) (?:{_ROLES})\b"
    ),
    "potions": OWN_POTIONS,
}
"""Words without which no speech of the holder of a power slips, found before seats are marked;
beside them the words of `DEEDS`, while there is an attack or a poisoning that was not told."""
