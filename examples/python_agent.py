"""A player of your own in Python: it votes for a wolf that it found, else with the table."""

from collections import Counter

from wolfcore import Answer


class Follower:
    async def answer(self, view, ask, desk):
        wolves, votes = [], Counter()
        for fact in view.facts:  # what this seat knows, in order
            match type(fact).__name__:
                case "Checked" if fact.result in ("wolves", "Werewolf"):
                    wolves.append(fact.target)
                case "Voted":
                    votes[fact.target] += 1
        liked = [*reversed(wolves), *(seat for seat, _ in votes.most_common())]
        choice = next((seat for seat in liked if seat in ask.options), ask.options[-1])
        return Answer(choice, f"Seat {wolves[-1]} is a wolf." if wolves else "I am listening.")
