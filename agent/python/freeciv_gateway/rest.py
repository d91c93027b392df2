"""What is asked over REST: pictures of the map, and the deletion of a game."""

from __future__ import annotations

import json
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from .errors import AgentError
from .views import Picture

TIMEOUT_S = 30.0


class Where(NamedTuple):
    """A seat as REST names it."""

    #: The gateway's WebSocket address.
    url: str
    game: str
    agent: str
    token: str


def fetch_picture(where: Where, kind: str, scale: int) -> Picture:
    """The map as a seat knows it."""
    query = f"agent_id={quote(where.agent)}&scale={scale}"
    return Picture(_ask(where, "GET", f"/map.{kind}?{query}"), kind)


def delete_game(where: Where) -> None:
    """Deletes the game; needs a token with the right `manage`."""
    _ask(where, "DELETE", "")


def _ask(where: Where, method: str, path: str) -> bytes:
    address = f"{where.url.replace('ws', 'http', 1)}/api/games/{quote(where.game)}{path}"
    request = Request(address, headers={"authorization": f"Bearer {where.token}"}, method=method)
    try:
        with urlopen(request, timeout=TIMEOUT_S) as answer:
            body: bytes = answer.read()
            return body
    except HTTPError as error:
        text = error.read().decode(errors="replace")
        try:
            text = str(json.loads(text).get("error", text))
        except ValueError:
            pass
        raise AgentError(f"HTTP {error.code}", text) from error
