"""Play real FreeCiv over a freeciv-llm-gateway.

    from freeciv_gateway import connect

    with connect("ws://127.0.0.1:8003", agent_id="my-agent", token="...", game="first-game") as seat:
        for brief in seat.turns(limit=10):
            for offer in seat.offers().of("unit_build_city", "unit_explore"):
                print(seat.act(offer))

`connect` is for scripts and notebooks, `aconnect` for asyncio. `freeciv_gateway.errors` has a class for each error code,
`freeciv_gateway.protocol` the types of all messages, `freeciv_gateway.envs` environments in the form of Gymnasium and
PettingZoo.
"""

from .aio import AsyncSeat, aconnect
from .blocking import Seat, connect
from .errors import AgentError, GatewayLost, GatewayError, OutcomeUnknown
from .views import Brief, Offers, Picture, PlayedTurn, State, Text, Verdict

__all__ = [
    "AgentError",
    "AsyncSeat",
    "Brief",
    "GatewayLost",
    "GatewayError",
    "Offers",
    "OutcomeUnknown",
    "Picture",
    "PlayedTurn",
    "Seat",
    "State",
    "Text",
    "Verdict",
    "aconnect",
    "connect",
]
__version__ = "0.1.0"
