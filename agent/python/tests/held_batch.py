"""Sends one batch, in the middle of which the test takes away what it plays on. It does nothing special about that.

Arguments: the gateway's address, the game, and what to put on the worklist of a city, an action for each. The batch is sent
when a line comes on standard input.
"""

import json
import sys

from freeciv_gateway import connect

URL, GAME, THINGS = sys.argv[1:]
CONFIG = {"players": 2, "seeds": {"game": 7, "map": 7}}

with connect(URL, agent_id="ann", game=GAME, heartbeat=1, config=CONFIG) as seat:
    city_id = seat.act(seat.offers().of("unit_build_city")[0]).what["city_id"]
    print("ready", flush=True)
    sys.stdin.readline()
    append = {"action_type": "city_worklist_append", "city_id": city_id}
    outcomes = [verdict.outcome for verdict in seat.batch({**append, "items": [thing]} for thing in json.loads(THINGS))]
    (city,) = [city for city in seat.state("full", sections=["cities"])["cities"] if city["owner"] == seat.player_id]
    print(json.dumps({"outcomes": outcomes, "worklist": city["worklist"], "turn": seat.end_turn().turn}))
