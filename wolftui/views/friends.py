"""The pages of a table of friends before the game: the host's, the guest's, and the ways in."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.extras import install_command
from wolfcore.protocol import People, Person
from wolftui.games.friends.links import Address, Link
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import KeyOf, part_title

_REACH = {
    "network": "This address works in your own network only (Wi-Fi, cable).",
    "tailnet": "This address works for the machines of your Tailscale network.",
    "anybody": "This address can be reached from everywhere, if no firewall forbids it.",
    "machine": "This address works on this machine only.",
}
"""What is said of an address, by who can reach it."""


MOST_TALK = 6
"""The most lines of talk below a page."""


_STATES = {
    "host": "here",
    "ready": "here, ready",
    "choosing": "here, choosing a name",
    "away": "away",
}
"""The words for the states of people."""


_PLAIN = {True: "", False: "not "}


_OUT = {
    True: "Who is out sees everything, and talks with the others who are out.",
    False: "Who is out sees no more than before.",
}
"""What holds for who is out, by whether they see everything."""


def table_words(people: People) -> str:
    """Describe what will be played, for the heading."""
    return f"{people.board}, {people.chairs} chairs, {people.seconds} s a turn"


def host_lines(
    people: People,
    links: Sequence[tuple[Address, Link]],
    width: int,
    key_of: KeyOf,
    *,
    browsers: bool = False,
) -> list[Line]:
    """Write the host's page: the link, the people, and what holds at this table.

    Args:
        people: Who is here and what will be played.
        links: The link for each address of this machine, the best first.
        width: The width in cells.
        key_of: Returns the key of an action.
        browsers: Whether the link opens in a browser, too.
    """
    if not links:
        return [(Span("The table is being opened.", "quiet"),)]
    address, link = links[0]
    ready = sum(each.state == "ready" for each in people.people)
    friends = len(people.people) - 1
    state = f"{ready} of {friends} ready" if friends else "nobody is here yet"
    lines: list[Line] = [
        (*part_title("send this to your friends"), _gap(), *_key(key_of("copy_link"), "copies it")),
        (Span(f"  {link.text}", "accent"),),
        *_indented(
            "It opens in a browser. In a terminal with wolftui:"
            if browsers
            else "A browser cannot open it yet: n says why. In a terminal with wolftui:",
            width,
        ),
        (Span(f"  wolftui join {link.text}", "strong"),),
        *_indented(f"{_REACH[address.reach]} It is {_PLAIN[link.secure]}encrypted.", width),
        (Span("  From elsewhere: ", "quiet"), *_key(key_of("ways_in"), "says how.")),
        (),
        (*part_title("chairs"), _gap(), Span(state, "quiet")),
        *_people(people, key_of),
        (),
    ]
    for sentence in (
        "The cards are dealt when you start; nobody chooses a chair or a role.",
        "You host: this machine holds all cards. Nothing shows them before the end.",
    ):
        lines += wrap((Span(sentence, "quiet"),), width)
    out, toggle = _OUT[people.out_sees_all], _key(key_of("out_sees_all"), "changes it.")
    lines += wrap((Span(f"{out} ", "quiet"), *toggle), width)
    return lines


def guest_lines(
    people: People | None, link: Link, width: int, key_of: KeyOf, *, watches: bool = False
) -> list[Line]:
    """Write the guest's page: the people, and what comes next.

    Args:
        people: Who is here; None before the table has told it.
        link: The link to the table.
        width: The width in cells.
        key_of: Returns the key of an action.
        watches: Whether the guest wants no seat.
    """
    if people is None:
        return [(Span(f"Waiting for the table at {link.place}.", "quiet"),)]
    lines: list[Line] = [part_title("chairs"), *_people(people), ()]
    own = people.own
    if people.problem:
        lines += wrap((Span(people.problem, "danger"),), width)
    if watches:
        words = "You watch: you will see what everybody may know. The game begins when the host "
        lines += wrap((Span(f"{words}starts it.", "text"),), width)
        return lines
    if own and own.name:
        lines += wrap((Span("The game begins when the host starts it.", "text"),), width)
    else:
        lines += [(*_key(key_of("own_name"), "chooses your name"),)]
    for sentence in (
        "The cards are dealt at the start; nobody chooses a chair or a role. Your program has a "
        "part in the draw, and says at the end whether it counted.",
        "Whoever hosts holds the cards, as at any table.",
        _OUT[people.out_sees_all],
    ):
        lines += wrap((Span(sentence, "quiet"),), width)
    return lines


def remark_line(text: str, by: str) -> Line:
    """Return words of a person, or of the program where `by` is empty."""
    return (Span(f"{by}: ", "strong"), Span(text)) if by else (Span(text, "quiet"),)


def talk_lines(talk: Sequence[Line], width: int) -> list[Line]:
    """Return the talk below a page; nothing where nobody has spoken."""
    lines: list[Line] = [(), part_title("talk")] if talk else []
    for line in talk:
        lines += wrap(line, width, (Span("  "),), (Span("    "),))
    return lines


def _people(people: People, key_of: KeyOf | None = None) -> list[Line]:
    lines = [_person(number, each) for number, each in enumerate(people.people, 1)]
    first = len(people.people) + 1
    if people.watching:
        lines.append((Span(f"  and {people.watching} watching", "quiet"),))
    if first > people.chairs:
        return lines
    chairs = f"{first}" if first == people.chairs else f"{first} - {people.chairs}"
    kind, _, level = people.bots.partition(":")
    bots = "house bot" if first == people.chairs else "house bots"
    player = f"{bots}, {level}" if kind == "bot" else people.bots
    row: Line = (Span(f"  {chairs:<6}", "dim"), Span(player, "text"))
    if key_of and kind == "bot":
        keys = f"{key_of('better_bots')} {key_of('worse_bots')}"
        row = (*row, _gap(), Span(keys, "accent"), Span(" change their level", "quiet"))
    return [*lines, row]


def _person(number: int, person: Person) -> Line:
    notes = [_STATES[person.state]]
    notes += ["you"] if person.you else []
    notes += ["in a browser"] if person.browser else []
    return (
        Span(f"  {number:<6}", "dim"),
        Span(f"{person.name or '...':<26}", "strong"),
        Span(", ".join(notes), "good" if person.state in ("ready", "host") else "quiet"),
    )


def network_lines(links: Sequence[tuple[Address, Link]], *, browsers: bool) -> list[Line]:
    """Write the ways in from other networks, with the lines to type.

    Args:
        links: The link for each address of this machine, the best first.
        browsers: Whether the link opens in a browser, too; else what that needs comes first.
    """
    _, link = links[0]
    port, code = link.port, link.code
    rows: list[tuple[str, Sequence[str], Sequence[str]]] = [
        *([] if browsers else [(
            "a browser",
            ("The link opens in a browser once this is installed here, and the table is opened "
             "anew:",),
            (install_command("web"),),
        )]),
        (
            "the same network",
            ("All in one network use the link. If nothing answers, this machine's firewall may "
             "block the port. Allow it:",),
            (f"Linux     sudo ufw allow {port}/tcp",
             f"Windows   netsh advfirewall firewall add rule name=wolftui dir=in action=allow "
             f"protocol=TCP localport={port}",
             "macOS     allow Python in System Settings, Network, Firewall"),
        ),
        (
            "a private network",
            ("With Tailscale or WireGuard your machines have addresses of their own; what goes "
             "through those is encrypted. Use the one of these that is such an address:",),
            [each.text for _, each in links],
        ),
        (
            "one machine where all have accounts",
            ("Friends who work on this machine, or come by ssh, need no port:",),
            (f"wolftui join --here {code}",),
        ),
        (
            "a server with ssh",
            ("One line here, and friends use the server's address. Its sshd needs `GatewayPorts "
             "clientspecified`:",),
            (f"ssh -N -R 0.0.0.0:{port}:localhost:{port} YOU@SERVER",),
        ),
        (
            "a server on which all have accounts",
            ("You open the way to the server, and each friend from there:",),
            (f"you       ssh -N -R {port}:localhost:{port} YOU@SERVER",
             f"a friend  ssh -N -L {port}:localhost:{port} FRIEND@SERVER",
             f"          wolftui join http{'s' * link.secure}://localhost:{port}/{code}"),
        ),
        (
            "a forwarded port",
            (f"Your router can forward port {port} to this machine. "
             + ("It is encrypted." if link.secure else
                "It is not encrypted: whoever sees the traffic can read it. With a certificate for "
                "the name of this machine it is:"),),
            () if link.secure else ("wolftui host --tls-cert chain.pem --tls-key key.pem",),
        ),
    ]  # fmt: skip
    lines: list[Line] = []
    for title, sentences, typed in rows:
        lines += [*([()] if lines else []), part_title(title)]
        lines += [(Span(each, "text"),) for each in sentences]
        lines += [(Span(each, "accent"),) for each in typed]
    return lines


def _key(key: str, words: str) -> Line:
    return (Span(key, "accent"), Span(f" {words}", "quiet"))


def _gap() -> Span:
    return Span("   ")


def _indented(text: str, width: int) -> list[Line]:
    return wrap((Span(text, "quiet"),), width, (Span("  "),), (Span("  "),))
