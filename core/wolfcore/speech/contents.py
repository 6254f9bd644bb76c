"""Reads the content of a sentence beyond judgements and claims: plans, reasons, pairs, small talk.

`read_contents` works on one sentence, with letters for seats; `Contents` turns the drafts of a
message into acts. A table of patterns names each way of saying a thing (`_PATTERNS`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple, get_args

from wolfcore.game import RoleName

from . import acts as a
from .acts import Act, Chat, Plan, Reason
from .chat.lexicon import ROLE_BY_WORD, role_by_word
from .grammar.clause_patterns import closer_subject, question_subject
from .grammar.fragments import pattern
from .vocabulary import VILLAGE_MARK, WOLF_MARK, spell_out

_ROLE_WORDS = "|".join(
    sorted((word.replace("_", " ") for word in ROLE_BY_WORD), key=len, reverse=True)
)


_MACROS = {
    "S": r"(?:@(?P<s>[a-z])\b)",
    "O": r"(?:@(?P<o>[a-z])\b)",
    "R": rf"(?P<r>{_ROLE_WORDS}|[{VILLAGE_MARK}{WOLF_MARK}][a-z]+)\b",
    "THE": r"(?:(?:the|our|my|a|real|true|dear|other|actual|whoever is|mr|mrs|if you are) )*",
    "DO": r"(?:(?:is|was|has|had|have|just|only|really|also|always|keeps|kept|been|even|clearly"
    r"|suddenly|all|did|first|immediately|quickly|who|you|conveniently|then|went and|already"
    r"|literally|basically|simply|the one who|that|so|did nothing but|does nothing but|still"
    r"|yesterday|today|earlier|strongly|loudly|merely|,|nonstop|constantly|openly|over and over|about to|there|happily|seat|poor|always) )*",
    "HAVE_TO": r"(?:should|must|needs? to|has to|have to|had better|ought to|may|could|can|can you"
    r"|could you|would you|will you|please|time to|go ahead and|is to|now is the time to|let)",
    "BAD": r"(?:wol(?:f|ves)|werewol(?:f|ves)|bad|evil|scum|red|guilty|mafia|lying|a liar|fake|dirty)",
    "GOOD": r"(?:good|town|village[rd]?|innocent|clean|clear|green|real|honest|human|safe|not it"
    r"|telling the truth|not a wolf|not wolf)",
    "COMING": r"(?:claim(?:s|ing)?(?! (?:of|was|is))|come (?:out|forward|clean)|step (?:up|forward|out)"
    r"|speak up|stand up|reveal|show (?:us|yourself|your (?:card|role))|open up|out (?:your|him|her|"
    r"them)sel(?:f|ves)|identify|make (?:him|her|them|your)sel(?:f|ves) known|show (?:him|her|them)sel(?:f|ves)|be out|out (?:now|today|please)|say (?:your|his|her|their|who|what) (?:role|you are|they are)"
    r"|tell (?:us|everyone|everybody) (?:your|his|her|their|who|what) (?:role|(?:you|they) are))",
}


_OF_PLANS: tuple[tuple[Plan, str], ...] = (
    (
        "all_claim",
        r"\b(?:let us|we|everyone|everybody|all of us|all of you|each of us|you all|all|y'?all|the "
        r"whole table)(?: (?:all|should|must|could|can|need to|have to|ought to|please|just|now"
        r"|everyone|everybody|to|do|have|get|start|simply|each))* (?:a )?(?:full |mass |role )*"
        r"(?:role ?claims?|claim(?:s|ing)?|reveal(?: (?:our|your|their) (?:roles?|cards?))?"
        r"|(?:say|tell|name|show|share|state|give|put|post|lay)\b.{0,16}? (?:roles?|cards?|what we are"
        r"|who we are)|come (?:out|clean)|out (?:our|your)selves)\b",
    ),
    ("all_claim", r"\b(?:popcorn|round ?robin) (?:claims?|reveals?)\b|\b(?:make|let|have|can|get) (?:all|every(?:one|body|1)?|all (?:people|of you|of us))\b.{0,14}? (?:say|tell|claim|reveal|open up|name|give)(?: (?:their|the|his|our|your|just|up|us))*(?: (?:roles?|cards?|what|who)|$|[,.!])|\b(?:every(?:one|body|1)|all)\b.{0,10}? (?:open up|spill|just say) (?:what|who|their|your)|\b(?:full|mass) (?:role )?reveal\b"),
    ("all_claim", r"\b(?:mass|full|role|massrole)[ -]?claim\b|\bmassclaim\b|\ball cards on the table\b"),
    (
        "counter",
        r"\b(?:real|true|actual|other|genuine) {R}.{0,30}?\b(?:counter\w*|cc|contradict|object|speak|stand up|say so"
        r"|contest|deny|claim|come|step)\b",
    ),
    ("counter", r"\b(?:any(?:one|body)?|somebody|someone)\b.{0,24}?\b(?:counter ?claims?|counters?|cc|contest(?:s|ing)?|contradicts?)\b"),
    ("counter", r"^(?:please |so |ok |then |now )*(?:counter(?: ?claim)?|cc|contradict)(?: (?:him|her|that|@[a-z]|it))? (?:now|please|today|if)"),
    ("counter", r"\bif (?:you are|you're|there is|someone is|anyone is|any of you is) (?:the |a |another )*(?:real |true |other )?{R}.{0,16}?\b(?:counter\w*|cc|contradict|speak|say so|now is|object)"),
    ("counter", r"\b(?:true|real|actual|other) {R}[,!]? .{0,60}?\b(?:cc|counter|shout|contradict|speak up|stand up|say so)\b|\b(?:want|need|wait(?:ing)? for|hear|see) (?:a |the |any )?(?:cc|counter ?claim|counter)\b|\b(?:other|real|another) {R}\b.{0,10}?\b(?:speak|shout|object|stand)|\bif @[a-z] is not (?:the |our )?{R}\b.{0,60}?\b(?:speak|say|come|step|counter|cc)"),
    ("counter", r"\bspeak now or\b|\blast chance to (?:counter|cc|contradict)|\bwe need (?:a )?(?:counter ?claim|cc)\b"),
    (
        "claim",
        r"^(?:and |so |ok |now |please |dear |then )*(?:{THE}){R},?(?: (?:you|please|now|it is|just|really|today|,))*"
        r" (?:{HAVE_TO} )?(?:(?:please|now|just|you|really|to|your) )*{COMING}",
    ),
    ("claim", r"\b{THE}{R} {HAVE_TO}(?: (?:please|now|just|finally|really|to|the))* {COMING}"),
    ("claim", r"\b(?:want|like|need|ask|wish|time for|call on|waiting for|love) {THE}{R} to (?:(?:please|now|just|finally) )*{COMING}"),
    ("claim", r"{S},?(?: (?:you|please|now|just|really|,))* {HAVE_TO}(?: (?:please|now|just|finally|really|to|you|also|him|her))* {COMING}"),
    ("claim", r"\b(?:want|like|need|ask|wish|time for|call on|waiting for) {S} to (?:(?:please|now|just|finally) )*{COMING}"),
    ("claim", r"^(?:please |just |ok |so )*{COMING}(?: (?:please|now|already|finally))*,? {S}$"),
    ("claim", r"^{S},? (?:(?:please|just|now|you) )*(?:come out|come forward|claim|reveal)(?: (?:now|please|already|your role))*$"),
    ("claim", r"\b(?:need|want|would like) {THE}{R} (?:out|to (?:speak|come|claim|show|step))\b"),
    ("claim", r"\b{THE}{R}\b.{0,30}?(?:,| is|,? now is|would be) (?:now |this |it )?(?:would be |is )?(?:the |your |a )?(?:good |right |perfect |best )*(?:time|moment|chance) to {COMING}"),
    ("claim", r"{COMING}(?: (?:now|please|already|finally))*,? {THE}{R}(?:$|[,.!])"),
    ("claim", r"\b(?:hiding|hide|quiet|silent|waiting)\b.{0,12}? {R},? (?:{COMING})"),
    ("claim", r"\b(?:ask|asking|beg|call on|calling on|urge|appeal to) (?:for )?{THE}{R}\b.{0,12}? to {COMING}"),
    (
        "check",
        r"(?:^|[,;:] ?|\b(?:{R},?|please|should|must|could|can|need to|needs to|let us|want \w+ \w+ to|like \w+ \w+ to"
        r"|someone|somebody|ought to|has to|have to|whoever .{0,16}?) )(?:(?:you|we|the|please|just|go|also|really|to|maybe"
        r"|tonight|then|next|go and|should|want to|might want to|better|do|i think you|i would|,) )*"
        r"(?:check|peek|scan|investigate|inspect|peep|cop)(?: at| on)? {S}(?! (?:was|is|came|good|bad|wolf|red|green|turned))",
    ),
    ("check", r"\b(?:get|have|like|want|see|wants?) {S} (?:to be )?(?:checked|scanned|peeked|investigated|inspected)"),
    ("check", r"\b{R}\b.{0,24}?\b(?:look at|look into|find out about|see what|see if|have a look at|take a look at|look up|turn to) {S}"),
    ("check", r"{S} (?:is|for|as) (?:the |your |our )*(?:next |tonight's )*(?:check|homework|job|target) (?:tonight|for tonight|for the {R}|,? {R})"),
    ("check", r"{S} {HAVE_TO} (?:be |get )(?:checked|scanned|peeked|investigated|inspected)"),
    ("check", r"\b(?:check|peek|scan) (?:for |of )?(?:tonight|the night|next|should be|should go|ought to)\b.{0,20}?{S}"),
    ("check", r"{S} (?:is|would be|as|for) (?:a |the |my |our )*(?:good |best |next |better |ideal |tonight's |perfect )*(?:check|peek|scan)(?: target)?(?: tonight|$|[,.!])"),
    ("check", r"\ba (?:check|peek|scan) on {S}\b(?! (?:was|is|came))"),
    ("check", r"\buse (?:your|the|that|his|her) (?:check|vision|peek|power|scan) on {S}"),
    (
        "protect",
        r"(?:^|[,;:] ?|\b(?:{R},?|please|should|must|could|can|need to|needs to|let us|want \w+ \w+ to|like \w+ \w+ to"
        r"|someone|somebody|ought to|has to|have to|whoever .{0,16}?) )(?:(?:you|we|the|please|just|go|also|really|to|maybe"
        r"|tonight|then|next|go and|should|want to|might want to|better|do|i think you|i would|stay|keep watch|sit|,) )*"
        r"(?:protect|guard|save|heal|shield|watch|watch over|cover|bodyguard|look after|sit on|stay on|on)(?: over)? {S}(?! (?:was|is|last|on night))",
    ),
    ("protect", r"{S} {HAVE_TO} (?:be |get )(?:protected|guarded|saved|healed|shielded|covered|watched)"),
    ("protect", r"\b(?:put|use|spend|keep|save) (?:it|your (?:save|shield|protection|potion|heal|guard|antidote)|(?:the|her|his) (?:save|shield|protection|potion|heal|guard|antidote)) (?:on|for|with) {S}"),
    ("protect", r"\bkeep {S} (?:alive|safe|breathing|protected)\b"),
    ("protect", r"\b(?:save|heal|protection|guard|shield|antidote|potion|cover)\b.{0,20}? (?:should|must|ought to|needs to|has to)\b.{0,12}? (?:on|to|for) {S}"),
    ("protect", r"{S} (?:needs|deserves|should get|must get|gets) (?:the |a |some |our |your )*(?:protection|guard|save|heal|cover|shield|bodyguard|protecting)"),
    ("protect", r"\b(?:protection|guard|save|heal|shield|eyes)(?: (?:goes|should go|please))? (?:on|for|to) {S} (?:tonight|please|$)"),
)


_OF_NOBODY = (
    r"\b(?:let us|we|i|should|could|can|to|would|better|maybe|rather)\b.{0,24}? (?:not|no one|nobody|noone) (?:to )?(?:exile|vote|lynch|hang|eliminate|kill|execute|banish)?(?: out| off)? ?(?:anyone|anybody|somebody|someone|nobody|a person|today|at all)",
    r"\b(?:exile|vote|lynch|hang|eliminate|vote for|kill|execute|send home)(?: out| off)? (?:nobody|no one|noone)\b",
    r"\b(?:no|skip(?:ping)?|pass(?: on)?|without an?|avoid(?:ing)?|hold off on|sit out|against any|against an?) (?:the |this |today's |an? |any )*(?:exile|vote|lynch|lynching|hanging|elimination|kill|execution)s?\b",
    r"\b(?:abstain|sleep on it|vote (?:to )?skip|no ?lynch|noexile|vote no one|pass today|skip today|peace(?:ful)? day|let (?:everyone|everybody|all) live)\b",
)


_OF_REASONS: tuple[tuple[Reason, str], ...] = (
    (
        "voted",
        r"{S},?(?:'s)? {DO}(?:voted|voting|votes|votted|cast (?:a|his|her|their|the) (?:vote|ballot)|put (?:a|his|her|their|the) (?:vote|ballot)"
        r"|wanted to (?:exile|hang|lynch|kick)|hammered|helped (?:to )?(?:exile|hang|lynch|kill|vote)|joined the (?:vote|wagon|lynch)|vote|ballot|lynched|hanged)"
        r"(?: (?:for|against|on|out|off|to|exile|hang|lynch|eliminate|kick|boot|poor|the|yesterday|with|of|,|day \d+|twice|went|was|innocent|only))* {O}",
    ),
    (
        "defended",
        r"{S},?(?:'s)? {DO}(?:defend(?:ed|s|ing)?|def|stood up for|stands up for|standing up for|stick(?:s|ing)? up for|stuck up for|vouch(?:ed|es|ing)? for|cover(?:s|ed|ing)? for"
        r"|sid(?:ed|es|ing) with|back(?:ed|s|ing)(?: up)?|trust(?:ed|s|ing)?|budd(?:y|ied|ies|ying)(?: up)?(?: to| with)?|shield(?:ed|s|ing)|spoke (?:up )?for|speaks (?:up )?for"
        r"|took the side of|takes the side of|protect(?:ed|s|ing)|saved|supports?|supported|supporting|said good things about|white ?knight(?:ed|s|ing)?|cleared|praised)"
        r"(?: (?:the|poor|hard|so much|all day|yesterday|too|wolf|for|so hard))* {O}",
    ),
    (
        "accused",
        r"{S},?(?:'s)? {DO}(?:accus(?:ed|es|ing)|push(?:ed|es|ing)|attack(?:ed|s|ing)?|went (?:hard )?(?:after|at|for|against)|goes (?:after|at)|going (?:after|at)|blam(?:ed|es|ing)|named|suspect(?:ed|s|ing)|threw"
        r"|called(?: out)?|calls(?: out)?|calling(?: out)?|targeted|targets|targeting|pointed (?:the |a )?(?:finger )?at|points? (?:the |a )?(?:finger )?at|tried to (?:get|kill|hang|lynch|exile|frame)|spoke against|turned on|shaded|shading)"
        r"(?: (?:the|poor|hard|on|for|against|rid of|all day|yesterday|at|case|attack|finger))* {O}",
    ),
    (
        "copied",
        r"{S},?(?:'s)? {DO}(?:cop(?:ied|ies|ying|y)|repeat(?:ed|s|ing)?|parrot(?:ed|s|ing)?|echo(?:ed|es|ing)?|sheep(?:ed|s|ing)?|follow(?:ed|s|ing)?|says?|said|saying|agree(?:s|d)? with|mimic\w*|rides|riding|jump(?:ed|s|ing)? on"
        r"|hid(?:es|ing)? behind)(?: (?:only|what|whatever|everything|exactly|the same|same|thing|things|as|that|to|all|word for word|along with|of|on|just|the words|words|lines?|the case|case|bandwagon|blindly|every word|opinions?|the|like))* {O}",
    ),
    ("copied", r"{S} .{0,20}?\bafter {O} (?:said|did|had|named|accused|already)"),
    (
        "changed",
        r"{S},?(?:'s (?:story|version|claim|mind|target|opinion|tune|account|read|reads|vote|answers?))? {DO}(?:(?:he|she|they) )?(?:chang(?:ed|es|ing)|switch(?:ed|es|ing)?|flip(?:ped|s|ping|"
        r" flop\w*|-flop\w*)|back ?track\w*|back ?pedal\w*|contradict(?:ed|s|ing)?|u-?turn(?:ed)?|told two (?:different )?stories|tells two (?:different )?stories|claimed two|does not add up|do not add up|said one thing)",
    ),
    ("changed", r"{S},? (?:you |who )?(?:first|earlier|yesterday|before|at first|in the morning)? ?(?:said|claimed|called|accused|defended|trusted|voted|was)\b.{1,50}?\b(?:but now|and now|then|but then|but today|and today|now (?:you|he|she|they|suddenly|it)|now says|suddenly)\b"),
    ("changed", r"\bfirst {S} (?:said|was|claimed|accused|defended)\b"),
    (
        "late",
        r"{S},?(?:'s)? {DO}(?:claim(?:ed|s|ing)?|came (?:out|forward)|comes (?:out|forward)|coming (?:out|forward)|reveal(?:ed|s|ing)?|out(?:ed|s) (?:him|her|them)self|spoke up|remembered)\b.{0,24}?\b(?:late|only (?:now|after|when|once|today|because)|now that|so long|too long|after (?:we|he was|she was|they were|being|getting|the vote|the votes)|under pressure|when (?:cornered|pressed|he was|she was|they were|the votes|votes)|at the last|last minute|last second|last moment|conveniently)\b",
    ),
    ("late", r"{S}(?:'s| is a| and (?:his|her|their)| with (?:his|her|their|that)|'s super|'s very) (?:late|last[- ]minute|last[- ]second|conveniently timed|delayed) (?:claim|reveal|counter)"),
    ("late", r"{S},? {DO}(?:waited|waits|sat on it|kept quiet about (?:his|her|their) role|took (?:two|three|\d) days)\b.{0,20}?\b(?:to claim|to come out|with (?:his|her|their|the|that) claim|before claim|to reveal|until)"),
    ("late", r"\bwhy (?:would|did) {S} (?:claim|come out|reveal) (?:only now|so late|now)"),
    (
        "gained",
        r"{S},?(?:'s)? {DO}(?:gain(?:s|ed)?|profit(?:s|ed|ing)?|benefit(?:s|ed|ing|ted)?|wins?|won)(?: (?:the|most|a lot|from|by|of|with|when|that|out|everything|it|if|more|than|anyone|because|hugely|so much|to gain))* {O}",
    ),
    ("gained", r"{O}(?:'s)? (?:death|dying|dead|kill|murder|exile|being dead|gone|died)\b.{0,16}? (?:helps|suits|benefits|is good for|was good for|serves|only helps|helped|suited|benefited|profits|works for|was convenient for|is convenient for|great for) {S}"),
    ("gained", r"\bwho (?:profits?|benefits?|gains?|wins)\b.{0,20}? {O}.{0,20}?\b{S}"),
    ("gained", r"{S} (?:had|has) (?:the )?(?:most|every reason|a motive|something|lots?|a lot|everything) to (?:gain|win|profit)?.{0,16}? {O}"),
    (
        "silent",
        r"{S},?(?:'s)? (?:{DO})(?:awfully |very |so |too |pretty |super |way too |suspiciously |completely |mostly |strangely |the )*(?:silent|silence|quiet|lurk(?:s|ed|ing)?|said nothing|says nothing|saying nothing|named nobody|named no one|named noone|names nobody|names no one|naming nobody|hiding|hides|silently|coast(?:s|ed|ing)?|afk|talked about nothing|no names?|given nothing|gave nothing|gives nothing|gave us nothing|given us nothing|contribut\w+ nothing|not a (?:single )?(?:word|name)|under the radar|flying under|flew under|invisible)\b",
    ),
    ("silent", r"{S},? (?:{DO})(?:has |have |did |does |had |would |will )?(?:not|never|hardly|barely) (?:{DO})(?:said?|say|name|named|naming|speak|spoken|talk|talked|contribut\w+|accused?|suspect\w*|given|give|gave|told|tell|commit\w*|voted?|answer\w*|post\w*|taken a stand|take a stand|offered)\b.{0,14}?(?:$|[,.!;]| (?:a (?:single )?(?:name|word|thing|suspect)|anything|any names?|anyone|anybody|much|at all|us|any|names|one|so|yet|and|all|one name)\b)"),
    (
        "first",
        r"{S},?(?:'s)? {DO}(?:the |a bit |a little |very |so |too |way too |awfully |suspiciously )*(?:first|quick|fast|early|eager|in a hurry|keen|hasty|rushed|rushing|opened|started|starts|kicked off|jumped(?: right)?(?: in)?|jumping|pounced)(?: (?:one|person|the|in|off|out|to|at|and|on|with|by|person to|guy to|wagon|attack|fire))*"
        r" (?:to |at |on |the )*(?:accus\w*|jump\w*|vote|point\w*|name|naming|attack\w*|throw\w*|blam\w*|call\w*|suspect\w*|push\w*|wagon|fight|pile\w*|cast\w*|shout\w*|start\w*|speak\w*)",
    ),
)


_OF_AGREEING: tuple[tuple[bool, str], ...] = (
    (False, r"\b(?:i|we|me) (?:strongly |totally |completely |fully |really |respectfully |have to |must |would )*(?:disagree|object|refuse|oppose|am against|am opposed|cannot agree|do not agree|do not like (?:that|this|the|@[a-z]'s) (?:idea|plan)|do not want (?:that|to do that)|would not do that|am not (?:doing|on board with|with|for|following|a fan of|going along with|voting with) (?:that|this|it|@[a-z]))(?:.{0,20}? {S})?"),
    (False, r"\b(?:disagree|against|oppose|reject|ignore|do not (?:listen to|follow|do what)) (?:with |to |what )?{S}(?:'s)?(?: (?:plan|idea|said|says|proposal|here|on (?:that|this)|there|suggestion|suggests)|$|[,.!])"),
    (False, r"\b(?:bad|terrible|awful|stupid|dumb|horrible|silly|worst|awful|crap|shit|horrid|dreadful|rubbish|not a good|not a great|no good|poor|not the best|dangerous|risky|crazy|useless|daft|lousy|hate (?:that|this|the)|never a good) (?:idea|plan|move|suggestion|call|proposal)\b(?:.{0,14}? {S})?"),
    (False, r"{S}(?:'s)? (?:is|are|plan|idea|suggestion|proposal)(?: (?:is|was|sounds|seems|a|to))* (?:wrong(?: (?:about|on|there|here)|$|[,.!])|(?:terrible|bad|awful|stupid|dumb|useless|makes no sense|nonsense|suicide|a trap))"),
    (False, r"^(?:no(?:pe)?|nah|naw|hell no|no way|absolutely not|definitely not|over my dead body|not happening|hard pass|veto|never)\b(?:[ ,!.]*(?:{S})?$|,? (?:that|we|it|this|let us not|do not do|i would not|why would we|i am not doing|thanks)\b)"),
    (False, r"\bno to (?:that|this|it|@[a-z]'s)|\bi(?: would| will)? (?:vote|say|am) (?:no|nay)\b(?! one)|\bnot going to happen|\bthat (?:only |just )?(?:helps|plays into the hands of|gives) the (?:wolves|pack)"),
    (True, r"\b(?:i|we|me|totally|fully|completely|strongly|also|must|absolutely|gotta|have to) (?:{DO})?(?:do |fully |totally |completely |kind of |have to |strongly |mostly |must |can |really |could |would )*(?:agree(?! that)|agreed|concur|second (?:that|this|it|@[a-z])|am (?:all )?(?:with|for|in on|on board with)(?! you)|support|side with|like|am down with|am good with|go with|follow|back)(?: (?:with|to|on|that|this|the|plan|idea|of|what|everything|here|and|proposal|suggestion|from|by))*(?: {S}(?:'s)?)?(?= |$|[,.!])"),
    (True, r"^(?:agree|agreed|same|this|exactly|seconded|second|concur|\+1|what {S} said|what {S} says|as {S} said|like {S} said|i am in|count me in|works for me|sounds (?:good|right|fair|reasonable)|fine by me|good (?:point|idea|plan|call|thinking|thought|shout)|great (?:point|idea|plan|call|thinking)|makes sense|fair (?:point|enough)|let us do (?:it|that|this)|ok(?:ay)? let us do (?:it|that)|ok with me|down|deal|yes(?:,? (?:let us|do|we should|please|exactly|agreed|good|that)\b|[,!.]? {S}$|$)|sure|why not)\b(?:.{0,14}?{S})?"),
    (True, r"\b(?:you are|you're|your|that is|thats|that's|so|yes) (?:so |absolutely |totally |right |dead |quite |completely |probably )*(?:right|correct|spot on|so right|true)[ ,]*{S}?"),
    (True, r"^(?:\+@i|\+ ?1|yeah?,? what {S} said|this,? so much this|so much this|amen|hear,? hear|word|facts|preach|bingo)\b"),
    (False, r"\b(?:count me out|not doing that|i will not follow|i won't follow|won't follow|not following|leave me out|thats nonsense|that is nonsense|pass on that|no thanks|not with me|wont do that|i will not do that|no chance|that is a no|thats a no)\b"),
    (True, r"{S},? (?:is|you are|you're|has|have|makes|make|had|that is|spoke|speaks|said it)(?: (?:so|absolutely|totally|right|a|an|very|really|probably|dead|quite|completely|just|another|such|the))* (?:right|correct|point|sense|spot on|on to something|onto something|good (?:point|idea|plan|call)|the truth|best|well|better than i could)\b"),
    (True, r"\b(?:good|great|nice|excellent|solid|smart|best|brilliant|fair|love (?:that|this|the)|like (?:that|this|the)) (?:idea|plan|point|call|thinking|suggestion|proposal|thought)\b(?:.{0,14}? {S})?"),
    (True, r"\b(?:am|i'm) with {S}(?= |$|[,.!])|\bwith {S} on (?:this|that)|\b(?:do|try|follow|go with|take) {S}'s (?:plan|idea|suggestion|proposal|advice)|\bdo (?:what|as) {S} (?:says|said|suggests|suggested|proposed|proposes)|{S}'s (?:plan|idea|suggestion|proposal) (?:is|sounds|seems|works)(?: (?:very|really|fine|like|a|pretty|quite))* (?:good|best|right|great|fine|solid|sense|ok|okay|smart|well|for me|reasonable)"),
)


_OF_PAIRS = (
    r"{S} (?:and|&|\+|n|,) {O},? (?:(?:hunt|are|r|is|look|looks|seem|must be|have to be|has to be|might be|could be|were|feel|both|clearly|definitely|probably|working|playing|acting|wolves|like|always|the|our|a|being|both of them|obviously|so|totally|all|just|have been|whole|two|w|in|maybe|for sure|it|this|that|really|to be|being|vote|move|talk) )*(?:together|team(?:ed|mates?)?|pair(?:ed)?|duo|partners|pack|wolf ?team|wolf ?pair|buddies|cahoots|wolves|werewolves|wolfs|scum|mafia|team ?mates|a team|linked|same team|two wolves|bussing each other|covering for each other|protecting each other|defending each other|best friends|mates)",
    r"{S},? (?:is|was|are|must be|has to be|could be|might be|looks|seems|clearly|works|plays|working|playing|in it|in cahoots|teamed|teaming|partnered|paired|buddies|partners|together|definitely|probably|as|a wolf|the wolf|wolf|bussing|up|, )(?: (?:working|playing|in it|in cahoots|teamed|teaming|together|partnered|paired|buddies|partners|up|a|the|wolf|wolves|as a team|team|in a team|in this|hand in hand))* with {O}(?! (?:on|about))",
    r"{S}'s (?:wolf )?(?:partner|buddy|mate|team ?mate|accomplice|pack ?mate|other half|fellow wolf|wolf friend)(?: in crime)? (?:is|must be|has to be|=|could be|:|probably is|seems to be) {O}",
    r"{S} (?:is|=|must be|has to be|could be) @(?P<o>[a-z])'s (?:wolf )?(?:partner|buddy|mate|team ?mate|accomplice|pack ?mate)",
    r"\b(?:wolves|wolf ?team|wolf ?pair|scum ?team|pack|team|pair|two wolves|duo|both wolves)(?: (?:are|is|=|:|must be|has to be|have to be|could be|might be|for me|my|here|this game|just|probably|i think|imo|of))*:? {S} (?:and|&|\+|n|,) {O}",
    r"\b(?:it is|its|i think it is|my guess is|guessing|i say|calling it|betting on|going with) {S} (?:and|&|\+) {O}(?: together|$|[,.!])",
    r"\b(?:{S}) .{0,6}?(?:wolfing|hunting|scheming|plotting|paired up|teamed up|in this|in it|in league|in bed|working)(?: together)? with {O}",
    r"{S} and {O} (?:hunt|work|plot|scheme|are in)(?: in)? (?:together|league|it)",
    r"\b(?:connection|link|pact|deal|alliance|something going on) between {S} and {O}",
)


_IF = r"\b(?:if|when|once|assuming|suppose|supposing|should|say|in case|the moment)(?: that)? {S}(?:'s)? (?:(?:'s )?(?=a |the |{BAD}|{GOOD})|is|was|were|turns out|turn out|flips?|comes up|come up|dies|ends up|are|indeed|really|does|came up|turned out|shows up|be|gets checked)(?: (?:to be|being|as|a|an|the|really|indeed|actually|up|out|not|one|is|was|and|comes up|truly|our|flip|flips))*"


_THEN = r"\b.{0,22}?(?:[, ](?:then|so|that means|it means|means|i think|i would say|obviously|surely|probably|well|that makes|makes|,))* (?P<then>(?:so (?:is|are) @(?P<o>[a-z])\b|@(?P<o>[a-z])\b(?:'s)?(?: (?:is|must|has|have|was|are|also|would|should|probably|definitely|too|cannot|can|could|will|to|be|likely|surely|most|almost|certainly|a|an|the|her|his|be|other|second|wolf ?partner|one|gets|looks|pretty|much|next|very|not|confirmed|likely)\b)*))"


class ContentDraft(NamedTuple):
    """A content act whose seats are still letters.

    Attributes:
        kind: `plan`, `nobody`, `reason`, `agree`, `refuse`, `pair`, `if`, `ask`, `all` or `chat`.
        word: The plan, the reason, the topic of a question to all or the kind of small talk; for
            `if` two letters, `w` or `g`, for the two seats.
        letter, other: The letters of the seats; empty where there is none.
        role: The role of a plan, or empty.
    """

    kind: str
    word: str = ""
    letter: str = ""
    other: str = ""
    role: RoleName | str = ""


_OF_CHAT: tuple[tuple[Chat, str], ...] = (
    (
        "bots",
        r"\b(?:you|u|ya|y'?all|any of you|anyone|anybody|everyone|everybody|they|we|@[a-z]|one of you|some of you|half of you|how many of you|who|is this|all|am i|others|rest of you)\b.{0,24}?\b(?:bots?|robots?|ais?|a\.i\.?|llms?|chat ?gpt|gpt|npcs?|machines?|computers?|scripts?|algorithms?|cpus?|language models?|real (?:people|persons?|humans?|players?)|actual (?:people|humans?)|made of code|programs?)\b",
    ),
    ("bots", r"^.{0,16}?\b(?:bots?|robots?|ais?|npcs?|chat ?gpt|captcha|beep boop)\b.{0,12}$"),
    (
        "thanks",
        r"\b(?:thanks|thank(?:s)? you|thank u|thx|tysm|ty|tnx|cheers|much appreciated|appreciate (?:it|that|you|u)|appreciated|much obliged|grateful|bless you|owe you one)\b",
    ),
    (
        "insult",
        r"\b(?:idiots?|idiotic|stupid(?! (?:plan|idea|vote|move|argument|claim|case))|morons?|dumb(?:ass|est|er)?(?! (?:plan|idea|vote|move|argument|claim|case))|shut (?:up|it|your)|stfu|clowns?|fools?|losers?|trash (?:player|at)|noobs?|you suck|u suck|sucks|useless|pathetic|brain ?dead|brainless|no brain|brain cells?|imbecile|dimwit|donkeys?|potato|muppet|numpty|jerk|dense|halfwit|dense as|sheeple|annoying|ugly|garbage player|worst player|worst table|bad at this(?: game)?|cretins?|twit|dunce|knob|tool|airhead|smell|go away|nobody likes you)\b",
    ),
    (
        "joke",
        r"\b(?:lol|lmao+|rofl|(?:ha){2,}h?|(?:he){2,}|just kidding|kidding|jk|joking|knock knock|why did the|walks into a bar|my (?:dog|cat|mom|mum|grandma|granny|mother|wife|goldfish)|plot twist|what do you call|i blame the|pun intended|ba dum|bark|woof|awoo+|ao+w?oo+|howl(?:s|ed|ing)?|who let the dogs|fur|furry|full moon|moonlight|belly rubs|good boy|fetch|flea|dog ?(?:food|treats?|biscuit)|little red|grandmother|sheep's clothing|huff and puff|trust fall|netflix|horoscope|chicken|sausage|snacks?|paw|tail|vegan|vegetarian|barber|shave|haircut|punchline)\b",
    ),
    (
        "smalltalk",
        r"\b(?:weather|raining|rain|snow(?:ing)?|sunny|hot in here|pizza|dinner|lunch|breakfast|coffee|tea|beer|wine|sleepy|so tired|tired|brb|afk|bio break|gg|good game|good luck|gl ?hf|glhf|have fun|having fun|first time (?:play|here|at)|first game|new here|new to this|long day|love this game|nice to meet|how (?:are|is) (?:you|everyone|everybody|it going|your day|the family|life|things)|what is up|whats up|watching|match|football|movie|work tomorrow|homework|exam|kids|my cat|my dog|weekend|holidays?|vacation|where (?:are you|is everyone) from|music|song|cold in|headache|doorbell|phone|battery|wifi|wi-fi|lag(?:gy|ging)?|hungry|thirsty|sofa|chair|bathroom|toilet|birthday|late here|bed ?time|pm here|am here|work in the morning|traffic|commute|connection dropped|internet)\b",
    ),
    (
        "greeting",
        r"^(?:(?:ok|okay|so|well|and|oh|ah) )*(?:hi+|hey+(?! (?:now|wait))|hello+|hullo|helo|hallo|good (?:morning|evening|afternoon|day)|mornin\w*|evenin\w*|afternoon|gm|yo+|sup|greetings|howdy|hiya|heya|heyo|welcome(?: back)?|hola|bonjour|salut|ciao|g'?day|top of the morning|nice to (?:see|meet)|back again|i am (?:here|back)|here i am|what is up|whats up|wassup)\b",
    ),
)


_TO_ALL = pattern(
    r"^(?:(?:ok|okay|so|well|and|hi|hey|but|now|then|alright|right|guys|all|everyone|folks|hello|um|hm+|people|,) ?)*"
    r"(?:who(?:m|'s)?\b|what\b|any(?:one|body|thing)?\b|does any\w*|did any\w*|has any\w*|is any\w*|do (?:we|you all|you guys|people|y'?all)|should we|shall we|can we|could we|how (?:do|should|can|about) we|where do we|which (?:one )?(?:of|do we|should)|thoughts|ideas|suggestions|opinions|reads|everyone|everybody|where does|where is everyone|what is the plan|wat|wut|wht)"
)


_PRONOUN = re.compile(r"\b(he|she|him|her|they|them|his|their|hers)\b(?= |$|[,.!?'])")


_YOU = re.compile(r"\b(you|your|yours)\b")


_OBJECT_ME = re.compile(r"\b(?:me|myself)\b")


_SAYING = re.compile(
    r"@[a-z],? (?:also |just |only |still |has |had |keeps |was |is )*(?:says?|said|saying|thinks?|thought|claims?|claimed|told|wants?|wanted|suggests?|suggested|asks?|asked|proposed|proposes|believes?|believed|insists?|insisted|argued|argues)\b(?: (?:that|us|me|we|to|everyone|i))*[^,;]*$"
)


_NOT_MEANT = re.compile(
    r"\b(?:not|never|nobody|no one|why|if|whether|when|instead of|stop|without|no need to|rather than|did|have|has|was|were|already|who|unless|refuse to|had|would have|should have|could have)(?: \w+){0,3} ?$"
)
"""Words before a plan that make it none: a denial, a condition, a question, a report."""


_LONGEST = 400
"""Characters of a sentence beyond which it is not searched: nobody says so much in one breath."""


def _compiled(text: str) -> re.Pattern[str]:
    for name, macro in _MACROS.items():
        text = text.replace(f"{{{name}}}", macro)
    # A name may be given to one group only: the second seat of a kind is `s1`, and so on.
    for name in "sor":
        number = count()
        text = re.sub(rf"\(\?P<{name}>", lambda _, name=name, number=number: f"(?P<{name}{next(number)}>", text)
    return re.compile(text)


def _group(at: re.Match[str], name: str) -> str:
    """Return what the first group of a kind (`s`, `o`, `r`) took that took anything."""
    return next((word for key, word in at.groupdict().items() if word and key[0] == name), "")


@lru_cache(maxsize=1)
def _patterns() -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    """Compile the tables on first use: (word, pattern) by kind of draft."""

    def table(rows: Sequence[tuple[str, str]]) -> tuple[tuple[str, re.Pattern[str]], ...]:
        return tuple([(word, _compiled(text)) for word, text in rows])

    conditions = [(side, f"{_IF} {{{name}}}{_THEN}") for side, name in (("w", "BAD"), ("g", "GOOD"))]
    return {
        "plan": table(_OF_PLANS),
        "nobody": table([("", text) for text in _OF_NOBODY]),
        "reason": table(_OF_REASONS),
        "agree": table([("agree" if yes else "refuse", text) for yes, text in _OF_AGREEING]),
        "pair": table([("", text) for text in _OF_PAIRS]),
        "if": table(conditions),
        "chat": table(_OF_CHAT),
    }


def _resolved(text: str, last: str, addressee: str) -> str:
    """Replace pronouns by the seat that they mean: the last one before them, or spoken to."""
    if addressee:
        text = _YOU.sub(lambda found: f"@{addressee}" + ("'s" if found[1] == "your" else ""), text)
    text = _OBJECT_ME.sub("@i", text)

    def seat(found: re.Match[str]) -> str:
        before = [letter for letter in re.findall(r"@([a-hj-z])\b", text[: found.start()])]
        meant = before[-1] if before else last
        # An object is not its own subject: "Boris voted him out" means somebody before Boris.
        if found[1] in ("him", "them") and before:
            others = [letter for letter in before[:-1] if letter != before[-1]]
            meant = others[-1] if others else last
        if not meant or meant == "i":
            return found[0]
        owner = found[1] in ("his", "their") or (
            found[1] == "her" and not re.match(r"(?:$|[,.!?;]| (?:and|but|because|so|to|for|today|yesterday|too|out|on)\b)", text[found.end() :])
        )
        return f"@{meant}'s" if owner else f"@{meant}"

    return _PRONOUN.sub(seat, text)


@lru_cache(maxsize=1 << 13)
def read_contents(text: str, last: str, addressee: str) -> tuple[ContentDraft, ...]:
    """Read the content of one sentence; cached.

    Args:
        text: The sentence in lower case and plain words, seats as letters, with its closing sign.
        last: The letter mentioned last before it, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
    """
    if len(text) > _LONGEST:
        return ()
    plain = _resolved(spell_out(text), last, addressee).strip()
    asks = plain.endswith("?")
    bare = plain.rstrip(" .!?…")
    found = list(_plans(bare, asks=asks))
    if not asks:
        found += [*_reasons(bare), *_pairs(bare), *_conditions(bare)]
        if not found:
            found += _agreements(bare)
    elif not found and "@" not in bare and _TO_ALL.search(bare):
        found.append(ContentDraft("all", closer_subject(plain, question_subject(plain), "")))
    found += [*_question(bare), *_small_talk(bare)]
    return tuple(dict.fromkeys(found))


def _is_reported(text: str, place: int) -> bool:
    """Whether the words at a place are what another seat says."""
    return bool(_SAYING.search(text[:place]))


def _plans(text: str, *, asks: bool) -> Iterator[ContentDraft]:
    tables = _patterns()
    for _, wanted in tables["nobody"]:
        at = wanted.search(text)
        if at and not _is_reported(text, at.start()) and not _NOT_MEANT.search(text[: at.start()]):
            yield ContentDraft("nobody")
            break
    seen = set[str]()
    for plan, wanted in tables["plan"]:
        at = wanted.search(text)
        if not at or plan in seen or ("counter" in seen and plan == "claim"):
            continue
        if _is_reported(text, at.start()) or _NOT_MEANT.search(text[: at.start()]):
            continue
        # "Can you claim, Boris?" proposes it; "who should check Boris?" asks.
        if asks and re.match(r"\W*(?:who|what|why|how|when|did|does|has|have)\b", text):
            continue
        letter, role = _group(at, "s"), role_by_word(_group(at, "r").replace(" ", "_"))
        if letter == "i" and plan == "claim":
            continue
        seen.add(plan)
        yield ContentDraft("plan", plan, letter, role=role or "")


def _reasons(text: str) -> Iterator[ContentDraft]:
    seen = set[str]()
    for reason, wanted in _patterns()["reason"]:
        if reason in seen:
            continue
        for at in wanted.finditer(text):
            letter, other = _group(at, "s"), _group(at, "o")
            if not letter or letter in ("i", other):
                continue
            before = text[: at.start()]
            if re.search(r"\b(?:if|unless|when|whether|not true that|never)(?: \w+)? ?$", before):
                continue
            if reason != "silent" and re.search(r"\b(?:not|never)\b", at[0].split("@")[1]):
                continue
            seen.add(reason)
            yield ContentDraft("reason", reason, letter, other)
            break


def _pairs(text: str) -> Iterator[ContentDraft]:
    for _, wanted in _patterns()["pair"]:
        at = wanted.search(text)
        if not at or _is_reported(text, at.start()) or re.search(r"\b(?:not|never|cannot|hardly|if|unless)\b", text[: at.end()]):
            continue
        first, other = _group(at, "s"), _group(at, "o")
        if first != other and "i" not in (first, other):
            yield ContentDraft("pair", "", first, other)
            return


def _conditions(text: str) -> Iterator[ContentDraft]:
    for word, wanted in _patterns()["if"]:
        at = wanted.search(text)
        if not at:
            continue
        first, other = _group(at, "s"), _group(at, "o")
        if first == other or "i" in (first, other):
            continue
        supposed = word[0]
        # "If Boris is not a wolf": the denial turns the first part round.
        if re.search(r"\bnot\b", text[at.start() : at.start("then")]):
            supposed = "g" if supposed == "w" else "w"
        tail = text[at.start("then") :]
        same = re.search(r"\bso (?:is|are) @|\b(?:too|as well|also|another|the other|same)\b", tail)
        then = supposed if same else ""
        if not then:
            bad, good = re.search(_MACROS["BAD"], tail), re.search(_MACROS["GOOD"], tail)
            then = "w" if bad and (not good or bad.start() < good.start()) else "g" if good else ""
            if then and re.search(r"\b(?:not|cannot|never)\b", tail):
                then = "g" if then == "w" else "w"
        if then:
            yield ContentDraft("if", supposed + then, first, other)
            return


def _agreements(text: str) -> Iterator[ContentDraft]:
    for word, wanted in _patterns()["agree"]:
        at = wanted.search(text)
        if at and not _is_reported(text, at.start()):
            letter = _group(at, "s") or _addressed(text)
            if word == "agree" and re.search(r"\b(?:not|never|cannot|hardly)(?: \w+){0,2} ?$", text[: at.start()]):
                word = "refuse"
            if letter != "i":
                yield ContentDraft(word, "", letter)
                return


_ADDRESSED = (
    re.compile(r"^(?:(?:no|nah|nope|yes|yep|yeah|yea|agreed?|sure|this|ok|okay|well|so|but|sorry|oh|exactly|hey|um|and)[, ]+)*@([a-hj-z])\b(?! (?:is|was|has|and|or|voted|said)\b)"),
    re.compile(r"[ ,]@([a-hj-z])$"),
)
"""Where a sentence names the seat that it speaks to."""


def _addressed(text: str) -> str:
    """Return the letter of the seat that a sentence speaks to, or an empty string."""
    found = next((at for wanted in _ADDRESSED if (at := wanted.search(text))), None)
    return found[1] if found else ""


_ASKS = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|so|well|and|but|uh+m?|um|hm+|right|evening|morning|now|please|just|then|quick question|be honest|serious question|tell me|come on|man|dude|look|listen|honestly|sorry|excuse me|may i ask|can i ask|i want to know|[,:.-]) ?)*"
    r"(?:if .{3,40}? (?:will|would|could|can|do|are) you\b|why\b|who(?:m|'s|s)?\b|what(?:'s|s)?\b|which\b|how\b|(?:do|did|does|would|will|could|can|are|were|have|is|was|should|shall|am|r) (?:you|u|i|we|@[a-z]|it)\b|you (?:ok|okay|good|trust|think|with|in|think|still)\b|u (?:ok|think|trust)\b|gimme\b|give (?:me|us|@i)\b|name (?:me|us|one|a|your|@i)\b|explain\b|tell (?:me|us|@i)\b|your (?:top|main|role|reads?|suspects?|take|thoughts|opinion|vote|check)\b|choose\b|pick\b|@[a-z] (?:or|vs) @[a-z]|@[a-z](?: makes sense| is .{1,20}) right$|@[a-z]: )"
)
"""The beginning of a question, also of one without a question mark."""


def _question(text: str) -> Iterator[ContentDraft]:
    """Find a question to the seat that a sentence speaks to."""
    letter = _addressed(text)
    if not letter:
        return
    rest = re.sub(rf"^(.{{0,24}}?)@{letter}\b[,: ]*", r"\1", text, count=1)
    rest = re.sub(rf"[, ]*@{letter}$", "", rest)
    if _ASKS.search(rest):
        words = f"{rest}?"
        yield ContentDraft("ask", closer_subject(words, question_subject(words), ""), letter)


def _small_talk(text: str) -> Iterator[ContentDraft]:
    for kind, wanted in _patterns()["chat"]:
        if wanted.search(text):
            yield ContentDraft("chat", kind)
            return


class Contents:
    """Collects the content of a message sentence by sentence."""

    def __init__(self) -> None:
        self._found: list[tuple[ContentDraft, Mapping[str, int]]] = []

    def add(self, drafts: Sequence[ContentDraft], seats: Mapping[str, int]) -> None:
        """Add the drafts of a sentence; `seats` has the seat of each letter."""
        self._found += [(draft, dict(seats)) for draft in drafts]

    def with_content(self, acts: Sequence[Act]) -> tuple[Act, ...]:
        """Return the acts of the message with those of its content, each once.

        A reason is kept only for a seat that the message judges.
        """
        against = {
            act.seat
            for act in acts
            if isinstance(act, a.Accuses | a.CallsVote)
            or (isinstance(act, a.ReportsCheck) and act.finds_wolf)
        }
        kind = {act.seat for act in acts if isinstance(act, a.Vouches | a.Defends)}
        asked = {act.seat for act in acts if isinstance(act, a.AsksSeat)}
        found: list[Act] = []
        for draft, seats in self._found:
            seat, other = seats.get(draft.letter, 0), seats.get(draft.other, 0)
            if (draft.letter and not seat) or (draft.other and not other):
                continue
            act = _act(draft, seat, other, against, kind)
            if act and not (isinstance(act, a.AsksSeat) and act.seat in asked):
                found.append(act)
        return tuple(dict.fromkeys((*acts, *found)))


def _act(
    draft: ContentDraft, seat: int, other: int, against: set[int], kind: set[int]
) -> Act | None:
    match draft.kind:
        case "plan":
            return a.Proposes(_PLANS[draft.word], seat, draft.role)
        case "nobody":
            return a.CallsVote(0)
        case "reason":
            judged = seat in against or seat in kind
            return a.GivesReason(seat, _REASONS[draft.word], other, seat in against) if judged else None
        case "agree" | "refuse":
            return a.Agrees(seat, draft.kind == "agree")
        case "pair":
            return a.Pairs(seat, other)
        case "if":
            first, second = draft.word
            return a.Supposes(seat, first == "w", other, second == "w")
        case "ask":
            return a.AsksSeat(seat, _SUBJECTS[draft.word])
        case "all":
            return a.AsksAll(_SUBJECTS[draft.word])
        case _:
            return a.Chats(_CHATS[draft.word])


_PLANS = {word: word for word in get_args(Plan)}


_REASONS = {word: word for word in get_args(Reason)}


_SUBJECTS = {word: word for word in get_args(a.Subject)}


_CHATS = {word: word for word in get_args(Chat)}
