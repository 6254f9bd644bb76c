"""A wolf that gives up is heard; whoever only speaks of being taken for one confesses nothing."""

from __future__ import annotations

import pytest

from wolfcore.speech import ClaimsRole, read

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Finn", "Gaia")
ME = 7
NOT_MEANT = """\
my silence does not mean i am a wolf
that doesn't make me a wolf
just because i was quiet doesn't mean i'm a wolf
it doesn't follow that I am a wolf
if i were a wolf i would have killed cleo
if i'm a wolf then so is bram
when I am a wolf I talk more
whenever im a wolf i get caught
let's say i'm a wolf
suppose i am a wolf
you think i'm a wolf
you all believe i am a wolf
you are convinced that I am a wolf
he is sure i'm a wolf
bram says im a wolf lol
stop saying im a wolf
you decided i was wolf
cleo's theory is that i am a wolf
the idea that I am a werewolf is absurd
there is no proof that i'm a wolf
voting late isn't proof that i am a wolf
nobody can prove i am a wolf
no way im a wolf
i doubt that i am a wolf lol
not that i am a wolf
to bram i'm a wolf
in your eyes i am a wolf
apparently i am a wolf now
so now im a wolf
yeah right im a wolf
oh sure i'm the wolf
yes yes i'm the wolf, i'm also the pope
ok then im a wolf if that makes you happy
i am only a wolf in bram's head
i look like a wolf
i was wolf 4 times last month
i dreamt that i was a wolf
as a wolf I would have done nothing differently
i already was wolf two times this month"""
MEANT = """\
i am a wolf
im the wolf
ok fine im a wolf
yes i'm a wolf, kill me
i admit it, i am a werewolf
i confess: i am a wolf
it's true, I am a wolf
you got me, i'm a wolf
gg im wolf
I'm a werewolf, you've got me, congratulations to Cleo who never let go
I was a werewolf, and I enjoyed playing against you
Forgive me, dear friends, I am a Werewolf.
The moon calls me by name, for I am a Werewolf!
wolf here, well played"""


def _confesses(text: str) -> bool:
    return ClaimsRole("Werewolf") in read(text, ME, NAMES, len(NAMES))


@pytest.mark.parametrize("text", NOT_MEANT.splitlines())
def test_whoever_denies_or_supposes_or_mocks_being_a_wolf_confesses_nothing(text: str) -> None:
    assert not _confesses(text)
    assert not _confesses(f"{text[0].upper()}{text[1:]}.")


@pytest.mark.parametrize("text", MEANT.splitlines())
def test_a_confession_is_heard(text: str) -> None:
    assert _confesses(text)


def test_another_claim_beside_it_is_heard() -> None:
    assert read("I am the Seer. You think I am a wolf.", ME, NAMES, len(NAMES))[:1] == (
        ClaimsRole("Seer"),
    )
