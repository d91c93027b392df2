"""Offers by number: a model answers one small number, which stands for a whole action at that version of the state."""
import sys

from freeciv_gateway import AgentError, connect


def choose(offers):
    """Stands for the model: it reads a numbered list and answers a number."""
    return next((offer["action_index"] for offer in offers if offer["certain"]), offers[0]["action_index"])


with connect(*sys.argv[1:2], agent_id="counter", game="numbers") as seat:
    for brief in seat.turns(limit=2):
        for _ in range(3):
            state = seat.state(legal_actions="numbered", max_legal_actions=20)
            number = choose(state["legal_actions"])
            try:
                verdict = seat.act({"action_index": number, "version": state["version"]})
                print("turn", brief.turn, "number", number, verdict)
            except AgentError as refusal:
                print("turn", brief.turn, "number", number, refusal)
