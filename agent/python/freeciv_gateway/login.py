"""What `connect` and `aconnect` take."""

from __future__ import annotations

import os
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import unquote

AGENT_PATH = "/ws/agent/"
DEFAULT_URL = "ws://127.0.0.1:8003"
PATIENCE_S = 600.0
HEARTBEAT_S = 15.0


class Target(NamedTuple):
    """Where an agent connects, as whom, and with which login."""

    url: str
    agent_id: str
    login: Dict[str, Any]


def target(url: str, agent_id: Optional[str], token: Optional[str], game: str, wishes: Mapping[str, Any]) -> Target:
    """`url` may be the gateway's address or the whole address of an agent, as `npm start` prints it."""
    base, _, named = url.partition(AGENT_PATH)
    if base.startswith("http"):
        base = "ws" + base[len("http") :]
    known = token if token is not None else os.environ.get("LLM_API_TOKEN")
    if not known:
        raise ValueError("a token is needed: token=..., or the variable LLM_API_TOKEN")
    login = {"api_token": known, "game_id": game}
    given = {name: value for name, value in wishes.items() if value is not None}
    return Target(base.rstrip("/"), agent_id or unquote(named) or "my-agent", {**login, **given})


class Options(NamedTuple):
    """How a connection is kept."""

    #: Seconds for which a lost connection is tried again, and a request that fails for a reason that passes.
    patience: float
    #: Seconds between pings; a connection without an answer for so long is lost.
    heartbeat: float
    #: A session to resume: its id, and the number of the last push.
    session: Optional[Tuple[str, int]]
