"""A keeper of the state: all of it once, then only what has changed, folded in by the client."""
import sys

from freeciv_gateway import AgentError, connect

with connect(*sys.argv[1:2], agent_id="keeper", game="deltas") as seat:
    for brief in seat.turns(limit=3):
        state = seat.full()
        own = [unit for unit in state["units"] if unit["owner"] == seat.player_id]
        print("turn", state["turn"], "version", state["version"], len(state["visible_tiles"]), "tiles", len(own), "units")
        for offer in seat.offers().of("unit_explore", "unit_build_city"):
            try:
                seat.act(offer)
            except AgentError as refusal:
                print(refusal)
    asked, kept = seat.state("full"), seat.full()
    print("the kept state is the one that is asked for:", asked == kept)
