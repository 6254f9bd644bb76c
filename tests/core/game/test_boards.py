"""The shipped boards against the rule book's tables, and a person's own boards from TOML."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.game import (
    HOLDERS,
    ROLES,
    SAFE_NIGHT,
    Board,
    Power,
    Switches,
    board_names,
    check_board,
    get_board,
    is_shipped,
    read_board,
    read_roles,
    with_safe_night,
)
from wolfcore.game.switches import POWER_SWITCHES, SHERIFF_SWITCHES

# -- the rule book, written down again: a row of its table is a row here

HELMSMAN = ("helmsman7", "helmsman7+appointed")
PLUS_BARE = ("plus9", "plus10", "plus11", "plus12")
PLUS_SHERIFF = ("plus8", "plus9+sheriff", "plus10+sheriff", "plus11+sheriff", "plus12+sheriff")
PLUS = (*PLUS_BARE, *PLUS_SHERIFF)
CLASSIC = ("classic9", "classic12")
EVERY = ("sla7", *HELMSMAN, "xu7", *PLUS, "arena8", *CLASSIC, "duel6")


def of(boards: tuple[str, ...], value: object) -> dict[str, object]:
    """The same value on several boards."""
    return dict.fromkeys(boards, value)


TABLE: dict[str, tuple[object, dict[str, object]]] = {
    "wolves_win": (
        "parity",
        of(PLUS, "outnumber") | {"xu7": "no_plain_villager"} | of(CLASSIC, "side"),
    ),
    "wolf_kill": (
        "plurality",
        {"sla7": "second_decides"}
        | of(HELMSMAN, "unanimous")
        | of((*PLUS, "arena8"), "one_decides"),
    ),
    "wolves_may_target_pack": (False, of((*HELMSMAN, "xu7", *CLASSIC), True)),
    "wolves_may_pass": (False, of(("xu7", *CLASSIC), True)),
    "whisper_rounds": (0, of((*CLASSIC, "duel6"), 1)),
    "night_order": (
        ("wolves", "guard", "seer", "witch"),
        {"xu7": ("wolves", "guard", "witch", "seer")},
    ),
    "first_night_deaths": (True, {}),
    "guard_self": (True, {}),
    "guard_repeat": (False, of(("sla7", *HELMSMAN, "arena8"), True)),
    "guard_pass": (False, of(("xu7", *CLASSIC), True)),
    "guard_stops_poison": (False, {}),
    "guard_and_antidote": ("lives", {"classic12": "dies"}),
    "witch_told": ("holding", {"xu7": "dying"}),
    "witch_self_save": ("always", of(CLASSIC, "first_night")),
    "witch_both_potions": (True, of(CLASSIC, False)),
    "seer_learns": ("team", of((*HELMSMAN, "arena8"), "role")),
    "seer_repeat": (True, of((*PLUS, "arena8"), False)),
    "seer_pass": (False, {"xu7": True}),
    "hunter_shoots_poisoned": (True, of(CLASSIC, False)),
    "hunter_may_hold": (True, {}),
    "sheriff": (
        "none",
        {"helmsman7": "drawn 3", "helmsman7+appointed": "appointed"}
        | of((*PLUS_SHERIFF, "classic12"), "candidates"),
    ),
    "candidates_vote": (False, of(HELMSMAN, True)),
    "sheriff_speaks": ("last", of(PLUS, "first")),
    "straw_vote": ("none", of(HELMSMAN, "private") | of(PLUS_SHERIFF, "shown")),
    "sheriff_weight": (2, of((*PLUS_SHERIFF, "classic12"), 3)),
    "badge_on_death": ("named", {"helmsman7": "trusted", "helmsman7+appointed": "lost"}),
    "badge_may_be_torn": (False, {"classic12": True}),
    "stop": ("never", {"helmsman7+appointed": "sheriff_falls"}),
    "people_may_lead": (True, of(HELMSMAN, False)),
    "discussion": ("seat", {"xu7": "shuffled_once", "arena8": "bids"}),
    "discussion_rounds": (1, {}),
    "discussion_turns": (8, {}),
    "suspicions": ("none", of(HELMSMAN, "before_every_ask") | of(PLUS, "before_vote")),
    "defence": ("none", of(CLASSIC, "replies") | {"duel6": "most_named"}),
    "vote_lines": (False, of(CLASSIC, True)),
    "vote": ("plurality", {"xu7": "plurality_pass", "arena8": "majority"}),
    "abstain": (True, of((*PLUS, "arena8"), False)),
    "vote_self": (False, of(("xu7", *HELMSMAN), True)),
    "ballots": ("public", {"xu7": "heard"} | of((*PLUS, "arena8"), "secret")),
    "tie": ("none", {"sla7": "random"} | of((*PLUS, *CLASSIC), "runoff")),
    "role_revealed": (False, {}),
    "cause_told": (False, {}),
    "last_words": ("none", {"xu7": "exile"} | of(CLASSIC, "exile_and_first_night")),
    "last_day": (20, of(HELMSMAN, 6) | {"xu7": 12}),
}

DEALT: dict[str, str] = {
    "sla7": "2 Werewolf, Seer, Doctor, 3 Villager",
    "helmsman7": "2 Werewolf, Seer, Guard, 3 Villager",
    "xu7": "2 Werewolf, 2 Villager, Seer, Guard, Witch",
    "plus8": "2 Werewolf, 4 Villager, Seer, Guard",
    "plus9": "3 Werewolf, 3 Villager, Seer, Witch, Hunter",
    "plus10": "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard",
    "plus11": "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "plus12": "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "arena8": "2 Werewolf, Seer, Doctor, 4 Villager",
    "classic9": "3 Werewolf, 3 Villager, Seer, Witch, Hunter",
    "classic12": "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "duel6": "2 Werewolf, Seer, Witch, 2 Villager",
}


def test_the_boards_are_those_of_the_rule_book() -> None:
    assert sorted(board_names()) == sorted(EVERY)


def test_the_table_knows_every_switch() -> None:
    assert set(TABLE) == set(Switches.__struct_fields__)


@pytest.mark.parametrize("name", EVERY)
def test_the_switches_of_a_board(name: str) -> None:
    expected = {
        switch: exceptions.get(name, default) for switch, (default, exceptions) in TABLE.items()
    }
    assert msgspec.to_builtins(get_board(name).switches) == expected


@pytest.mark.parametrize("name", EVERY)
def test_the_roles_of_a_board(name: str) -> None:
    counted: dict[str, int] = {}
    for role in get_board(name).roles:
        counted[role] = counted.get(role, 0) + 1
    said = {
        part.split()[-1]: int(part.split()[0]) if len(part.split()) > 1 else 1
        for part in DEALT[name.split("+")[0]].split(", ")
    }
    assert counted == said
    assert get_board(name).size == int("".join(mark for mark in name if mark.isdigit()))


@pytest.mark.parametrize("name", EVERY)
def test_every_board_can_be_played(name: str) -> None:
    check_board(get_board(name))


def test_an_unknown_board_names_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"there is no board `plus13`. Did you mean `plus12`\?"):
        get_board("plus13")


# -- a person's own board


def test_a_board_takes_over_its_base() -> None:
    board = read_board('base = "plus12"\n[switches]\ntie = "random"', "mine.toml")
    base = get_board("plus12")
    assert (board.name, board.roles) == ("mine", base.roles)
    assert board.switches == msgspec.structs.replace(base.switches, tie="random")


def test_a_board_without_a_base_has_the_defaults() -> None:
    board = read_board('name = "small"\nroles = "Werewolf, seer, 3 VILLAGER"', "dir/x.toml")
    assert board == Board(
        "small", ("Werewolf", "Seer", "Villager", "Villager", "Villager"), Switches()
    )


def test_roles_may_be_a_list_and_replace_those_of_the_base() -> None:
    board = read_board('base = "sla7"\nroles = ["2 Werewolf", "Guard", "3 Villager"]', "x.toml")
    assert board.roles == read_roles("2 Werewolf, Guard, 3 Villager")
    assert board.switches == get_board("sla7").switches


def test_a_switch_of_the_base_without_its_role_is_no_error() -> None:
    board = read_board('base = "plus12"\nroles = "2 Werewolf, Seer, 3 Villager"', "x.toml")
    assert board.switches == get_board("plus12").switches


@pytest.mark.parametrize("value", ["none", "candidates", "appointed", "drawn 1", "drawn 12"])
def test_every_way_to_a_sheriff_can_be_written(value: str) -> None:
    assert (
        read_board(f'base = "sla7"\n[switches]\nsheriff = "{value}"', "x.toml").switches.sheriff
        == value
    )


def not_dealt(power: Power) -> str:
    """What is said of a switch of a power that no seat of a board has."""
    return f"no {' or '.join(role for role in ROLES if role in HOLDERS[power])} is dealt"


ERRORS: list[tuple[str, str, str]] = [
    # the text, the key at fault, what the message says
    (
        'base = "sla7"\n[switches]\nsherif = "none"',
        "switches.sherif",
        "is not a switch. Did you mean `sheriff`?",
    ),
    (
        'base = "sla7"\n[switches]\nzzz = 1',
        "switches.zzz",
        "is not a switch. It is one of: wolves_win, ",
    ),
    (
        'base = "sla7"\n[switches]\ntie = "runof"',
        "switches.tie",
        "`runof` is not a valid value. Did you mean `runoff`?",
    ),
    (
        'base = "sla7"\n[switches]\nabstain = "yes"',
        "switches.abstain",
        "`yes` is not a valid value. It is true or false.",
    ),
    (
        'base = "sla7"\n[switches]\nlast_day = 0',
        "switches.last_day",
        "It is a whole number from 1 to 99.",
    ),
    (
        'base = "sla7"\n[switches]\nlast_day = 100',
        "switches.last_day",
        "It is a whole number from 1 to 99.",
    ),
    (
        'base = "sla7"\n[switches]\nwhisper_rounds = 1.5',
        "switches.whisper_rounds",
        "It is a whole number from 0 to 9.",
    ),
    (
        'base = "sla7"\n[switches]\nsheriff = "drawn 0"',
        "switches.sheriff",
        "It is none, candidates, appointed, or `drawn N`.",
    ),
    (
        'base = "sla7"\n[switches]\nstop = "seat_falls"',
        "switches.stop",
        "It is never, sheriff_falls, or `seat_falls N`.",
    ),
    (
        'base = "sla7"\n[switches]\nnight_order = "wolves"',
        "switches.night_order",
        "It is a list of wolves, guard, seer, witch.",
    ),
    (
        'base = "sla7"\n[switches]\nnight_order = ["wolves", "seer"]',
        "switches.night_order",
        "must name each of",
    ),
    (
        'base = "sla7"\n[switches]\nnight_order = ["witch", "wolves", "guard", "seer"]',
        "switches.night_order",
        "the witch must come after the wolves",
    ),
    (
        'roles = "2 Werewolf, 2 Villager"',
        "roles",
        "the board is won by the wolves before it starts",
    ),
    ('roles = "4 Villager"', "roles", "the board is won by the village before it starts"),
    (
        'roles = "4 Werewolf"\n[switches]\nwolves_win = "side"',
        "roles",
        "no role of the village is dealt",
    ),
    (
        'roles = "Werewolf, 3 Seer"\n[switches]\nwolves_win = "no_plain_villager"',
        "switches.wolves_win",
        "needs a Villager",
    ),
    (
        'base = "sla7"\n[switches]\nsheriff = "candidates"\nbadge_on_death = "trusted"',
        "switches.badge_on_death",
        "needs suspicions",
    ),
    (
        'base = "helmsman7"\n[switches]\nsuspicions = "none"',
        "switches.badge_on_death",
        "Set `suspicions` to before_vote",
    ),
    (
        'base = "sla7"\n[switches]\nwitch_told = "never"',
        "switches.witch_told",
        not_dealt("potions"),
    ),
    (
        'base = "sla7"\n[switches]\nhunter_may_hold = false',
        "switches.hunter_may_hold",
        not_dealt("shoot"),
    ),
    (
        'base = "classic9"\n[switches]\nguard_self = false',
        "switches.guard_self",
        not_dealt("protect"),
    ),
    (
        'roles = "Werewolf, 4 Villager"\n[switches]\nseer_pass = true',
        "switches.seer_pass",
        not_dealt("check"),
    ),
    (
        'base = "sla7"\n[switches]\nsheriff_weight = 3',
        "switches.sheriff_weight",
        "there is no sheriff on this board",
    ),
    (
        'base = "sla7"\n[switches]\nstop = "sheriff_falls"',
        "switches.stop",
        "sheriff_falls needs a sheriff",
    ),
    ('base = "sla7"\n[switches]\nstop = "seat_falls 8"', "switches.stop", "there is no seat 8"),
    (
        'base = "sla7"\nname = "mine+safe-night"',
        "name",
        "a board of this name has a first night without deaths",
    ),
    ('base = "sla8"', "base", "there is no board `sla8`. Did you mean `sla7`?"),
    ("base = 7", "base", "must be the name of a shipped board"),
    ('bsae = "sla7"', "bsae", "is not a key of a board. Did you mean `base`?"),
    ('name = "no spaces"\nbase = "sla7"', "name", "`no spaces` is not a valid name for a board"),
    ("", "roles", "is missing"),
    ("roles = 7", "roles", "must be text such as"),
    (
        'roles = "2 Werewolf, Seeer, 3 Villager"',
        "roles",
        "`Seeer` is not a role. Did you mean `Seer`?",
    ),
    ('roles = "2 Werewolf; Seer"', "roles", "is not a role"),
    ('roles = "Werewolf, 2 Villager"', "roles", "a board has 4 to 26 seats; this one has 3"),
    ('roles = "2 Werewolf, 25 Villager"', "roles", "a board has 4 to 26 seats; this one has 27"),
    ('base = "sla7"\nswitches = 3', "switches", "must be a table"),
    ("base = ", "", "not valid TOML"),
]


@pytest.mark.parametrize(("text", "key", "said"), ERRORS)
def test_a_board_that_cannot_be_read_names_file_key_and_what_is_right(
    text: str, key: str, said: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        read_board(text, "boards/mine.toml")
    assert caught.value.file == "boards/mine.toml"
    assert caught.value.key == key
    assert str(caught.value).startswith(
        f"boards/mine.toml: {key}: " if key else "boards/mine.toml: "
    )
    assert said in str(caught.value)


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_every_switch_that_needs_a_role_or_a_sheriff_says_so(switch: str) -> None:
    text = (
        f'roles = "Werewolf, 4 Villager"\n[switches]\n{switch} = '
        f"{msgspec.json.encode(getattr(Switches(), switch)).decode()}"
    )
    needs = (
        any(switch.startswith(prefix) for prefix in POWER_SWITCHES) or switch in SHERIFF_SWITCHES
    )
    if needs:
        with pytest.raises(ConfigError, match=rf"^x.toml: switches.{switch}: "):
            read_board(text, "x.toml")
    else:
        assert read_board(text, "x.toml").switches == Switches()


@pytest.mark.parametrize("name", board_names())
def test_the_safe_night_of_a_board_is_another_board_that_differs_in_one_rule(name: str) -> None:
    shipped, safe = get_board(name), get_board(f"{name}{SAFE_NIGHT}")
    assert safe.name == f"{name}{SAFE_NIGHT}"
    assert safe.switches == replace(shipped.switches, first_night_deaths=False)
    assert replace(safe, name=name, switches=shipped.switches) == shipped
    assert with_safe_night(shipped) == safe == with_safe_night(safe)
    assert is_shipped(safe.name)
    assert safe.name not in board_names()
    check_board(safe)


def test_a_board_may_have_the_safe_night_of_another_as_its_base() -> None:
    board = read_board(f'base = "sla7{SAFE_NIGHT}"', "mine.toml")
    assert board.switches == get_board(f"sla7{SAFE_NIGHT}").switches


@pytest.mark.parametrize(
    "name", [SAFE_NIGHT, f"sla8{SAFE_NIGHT}", f"sla7{SAFE_NIGHT * 2}", "sla7+"]
)
def test_a_safe_night_of_no_board_is_no_board(name: str) -> None:
    assert not is_shipped(name)
    with pytest.raises(ConfigError, match="there is no board"):
        get_board(name)
