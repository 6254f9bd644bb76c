"""Questions of the night, and the hunter's shot."""

from __future__ import annotations

from wolfcore.game import Ask, View
from wolfcore.game import facts as f

from .question import Option, Question
from .seat_options import known_text, seat_options, seat_text, seats_text, wolves_alive


def _tonight(view: View) -> list[f.Fact]:
    """List the facts that this seat learned since the night began."""
    facts: list[f.Fact] = []
    for fact in reversed(view.facts):
        if isinstance(fact, f.Began):
            break
        facts.append(fact)
    return facts[::-1]


def _pack_picks_text(view: View) -> str:
    """Say what the pack has picked so far tonight."""
    picks = [fact for fact in _tonight(view) if isinstance(fact, f.Proposed)]
    return " ".join(
        f"{seat_text(view, p.seat)} picks {seat_text(view, p.target) if p.target else 'nobody'}."
        for p in picks
    )


def kill(ask: Ask, view: View) -> Question:
    """Ask a wolf whom the pack kills."""
    pack = wolves_alive(view)
    match view.board.switches.wolf_kill:
        case "one_decides":
            rule, verb = ("You decide for the pack tonight.", "Attack")
        case "second_decides" if view.seat == max(pack, default=view.seat):
            rule, verb = ("You decide for the pack.", "Attack")
        case "second_decides":
            rule, verb = (f"You propose, and {seat_text(view, max(pack))} decides.", "Propose")
        case "unanimous" if len(pack) > 1:
            rule, verb = (
                "Picks are unseen, and nobody dies unless all of the pack pick the same seat.",
                "Pick",
            )
        case "plurality" if len(pack) > 1:
            rule, verb = ("The pack attacks whom most of you pick; a tie kills nobody.", "Pick")
        case _:
            rule, verb = ("You hunt alone.", "Attack")
    ends = {
        "Attack": "{} dies tonight unless somebody prevents it.",
        "Propose": "The last word is not yours.",
        "Pick": "It counts together with the picks of your pack.",
    }[verb]

    def does(whom: str, _: int) -> str:
        return f"{verb} {whom}. " + ends.format("You" if whom == "yourself" else whom).replace(
            "You dies", "You die"
        )

    nobody = Option(
        0,
        "nobody",
        f"{verb} nobody." + (" Nobody dies of the wolves tonight." if verb == "Attack" else ""),
        words=("no one",),
    )
    return Question(
        ask,
        "Whom does the pack kill tonight?",
        f"{rule} {_pack_picks_text(view)}".strip(),
        "choice",
        seat_options(ask, view, does, nobody),
    )


def whisper(ask: Ask, view: View) -> Question:
    """Ask a wolf for a whisper to the pack."""
    others = tuple(seat for seat in wolves_alive(view) if seat != view.seat)
    return Question(
        ask,
        "What do you whisper to the pack?",
        f"Only {seats_text(view, others)} can hear it."
        + ("" if view.board.switches.kills_in(ask.day) else " Nobody is attacked tonight."),
        "text",
    )


def protect(ask: Ask, view: View) -> Question:
    """Ask the guard or the doctor whom to protect."""
    switches, power = view.board.switches, "an attack of the wolves"
    if switches.guard_stops_poison:
        power += " or a poison"

    def does(whom: str, _: int) -> str:
        return (
            f"Protect {whom}. Tonight {power} cannot kill {'you' if whom == 'yourself' else whom}."
        )

    last = next(
        (
            deed.target
            for night, deed in view.state.protections
            if deed.seat == view.seat and night == ask.day - 1
        ),
        0,
    )
    barred = last and last in view.living and last not in ask.options
    hint = (
        f"You protected {'yourself' if last == view.seat else seat_text(view, last)} last "
        "night, so not again tonight."
        if barred
        else ""
    )
    nobody = Option(0, "nobody", "Protect nobody tonight.", words=("no one",))
    return Question(
        ask, "Whom do you protect tonight?", hint, "choice", seat_options(ask, view, does, nobody)
    )


def check(ask: Ask, view: View) -> Question:
    """Ask the seer whom to check."""
    role = view.board.switches.seer_learns == "role"

    def does(whom: str, _: int) -> str:
        return f"Check {whom}. You learn " + ("the role." if role else f"whether {whom} is a wolf.")

    nobody = Option(0, "nobody", "Check nobody tonight. You learn nothing.", words=("no one",))
    return Question(
        ask, "Whom do you check tonight?", "", "choice", seat_options(ask, view, does, nobody)
    )


def save(ask: Ask, view: View) -> Question:
    """Ask the witch whether to use her antidote."""
    victim, switches = max(ask.options), view.board.switches
    me = victim == view.seat
    whom, dies = (
        ("yourself", "You die")
        if me
        else (seat_text(view, victim), f"{seat_text(view, victim)} dies")
    )
    guarded = view.board.roles_with("protect") and switches.witch_told != "dying"
    hints = [f"The wolves attacked {'you' if me else whom}."]
    if guarded and switches.guard_and_antidote == "dies":
        hints.append("If the guard protects the same seat, protection and antidote together kill.")
    if not switches.witch_both_potions:
        hints.append("If you save, you cannot poison in the same night.")
    unless = ", unless protected" if guarded else ""
    options = (
        Option(
            0,
            "keep it",
            f"Keep the antidote. {dies} tonight{unless}.",
            words=("no", "nobody", "keep"),
        ),
        Option(
            victim,
            "save",
            f"Save {whom}. You have one antidote.",
            known_text(view, victim),
            ("yes", "me", view.name(victim)),
        ),
    )
    ordered = tuple(sorted(options, key=lambda option: ask.options.index(option.value)))
    return Question(ask, f"Do you save {whom}?", " ".join(hints), "choice", ordered)


def poison(ask: Ask, view: View) -> Question:
    """Ask the witch whom to poison."""
    hint = (
        "A seat that is protected survives the poison."
        if view.board.switches.guard_stops_poison
        else ""
    )
    nobody = Option(
        0, "nobody", "Poison nobody tonight. You keep the poison.", words=("no one", "keep", "no")
    )
    options = seat_options(
        ask, view, lambda whom, _: f"Poison {whom}. You have one poison.", nobody
    )
    return Question(ask, "Whom do you poison tonight?", hint, "choice", options)


def shoot(ask: Ask, view: View) -> Question:
    """Ask the hunter whom to shoot."""
    nobody = Option(
        0,
        "hold fire",
        "Hold fire. Nobody learns that you could have shot.",
        words=("nobody", "no one", "no"),
    )
    role = view.board.role_using("shoot", view.role)
    options = seat_options(
        ask,
        view,
        lambda whom, _: (
            f"Shoot {whom}. {whom} dies at once, and everybody learns that you are the {role}."
        ),
        nobody,
    )
    return Question(
        ask, "You fall. Whom do you shoot?", "This is your only shot.", "choice", options
    )
