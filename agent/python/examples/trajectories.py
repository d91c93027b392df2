"""A training file: a line of JSON for each decision, as a chat with what came of it, so that good ones can be kept."""
import json
import sys
import tempfile
from pathlib import Path

from freeciv_gateway import AgentError, connect

path = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()) / "decisions.jsonl"


def choose(offers):
    """Stands for the model."""
    return next(iter(offers.of("unit_build_city", "unit_explore", "end_turn")))


def decision(brief, offers, chosen, outcome):
    choices = "\n".join(f"{at}: {offer['label']}" for at, offer in enumerate(offers))
    messages = [
        {"role": "system", "content": "You play FreeCiv. Answer the number of one choice."},
        {"role": "user", "content": f"{brief}\n\nChoices:\n{choices}"},
        {"role": "assistant", "content": str(offers.index(chosen))},
    ]
    return {"messages": messages, "turn": brief.turn, "action": chosen, "outcome": outcome}


def score(brief):
    return brief["nation"]["score"] or 0


with connect(*sys.argv[1:2], agent_id="teacher", game="training") as seat, path.open("w") as file:
    for brief in seat.turns(limit=3):
        decisions = []
        for _ in range(3):
            offers = seat.offers(limit=20)
            chosen = choose(offers)
            if chosen["type"] == "end_turn":
                break
            try:
                outcome = seat.act(chosen).outcome
            except AgentError as refusal:
                outcome = refusal.code
            decisions.append(decision(brief, offers, chosen, outcome))
        gained = score(seat.end_turn()) - score(brief)
        for one in decisions:
            file.write(json.dumps({**one, "reward": gained}) + "\n")
print(path, len(path.read_text().splitlines()), "decisions")
