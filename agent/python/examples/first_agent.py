"""A first agent: it founds cities and explores for three turns."""
import sys

from freeciv_gateway import AgentError, connect

with connect(*sys.argv[1:2], agent_id="my-agent", game="first-python-game") as seat:
    for brief in seat.turns(limit=3):
        print(brief)
        for offer in seat.offers().of("unit_build_city", "unit_explore"):
            try:
                print(offer["label"], seat.act(offer).outcome)
            except AgentError as refusal:
                print(offer["label"], refusal)
