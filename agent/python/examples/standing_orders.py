"""Standing orders: a unit explores by itself over turns, and a push tells how its order has ended."""
import sys

from freeciv_gateway import connect

with connect(*sys.argv[1:2], agent_id="explorer", game="orders") as seat:
    explorer = seat.offers().of("unit_explore")[0]
    print(seat.act(explorer, wake_on={"contact": True, "attack": True}))
    for brief in seat.turns(limit=5):
        for kind, data in seat.pending_events():
            if kind == "event":
                print("turn", data["turn"], data["event"], data.get("sentence", ""))
        orders = seat.state("full", sections=["standing_orders"])["standing_orders"]
        print("turn", brief.turn, "orders", [(order["unit_id"], order["order"]) for order in orders])
