"""A batch: many actions in one request, in order, with a verdict for each. An id may name what is not there yet."""
import sys

from freeciv_gateway import connect

with connect(*sys.argv[1:2], agent_id="batcher", game="batches") as seat:
    found = seat.offers().of("unit_build_city")[:1]
    verdicts = seat.batch(
        [
            *found,
            {"action_type": "city_production", "city_id": "capital", "target": "settlers"},
            {"action_type": "city_worklist_append", "city_id": "capital", "items": ["warriors"]},
            {"action_type": "tech_goal", "target": "currency"},
            {"action_type": "city_production", "city_id": "capital", "target": "a space elevator"},
        ]
    )
    for verdict in verdicts:
        print(verdict)
