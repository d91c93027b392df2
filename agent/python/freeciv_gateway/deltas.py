"""Keeps a full state up to date by deltas."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple

MAX_MESSAGES = 40

Entity = Mapping[str, Any]


def apply_delta(state: Mapping[str, Any], delta: Mapping[str, Any]) -> Dict[str, Any]:
    """Brings a full state of version `delta["since_version"]` to `delta["version"]`. Changes neither."""
    changes = {key: value for key, value in delta.items() if key not in ("since_version", "full_resync", "removed")}
    if delta.get("full_resync"):
        return changes
    gone: Mapping[str, Any] = delta.get("removed") or {}
    whole = {**state, **changes}
    whole["units"] = _merged(state["units"], delta.get("units"), gone.get("units"), _id)
    whole["cities"] = _merged(state["cities"], delta.get("cities"), gone.get("cities"), _id)
    tiles = map(_place, gone.get("visible_tiles") or ())
    whole["visible_tiles"] = _merged(state["visible_tiles"], delta.get("visible_tiles"), tiles, _place)
    whole["treaties"] = _merged(state["treaties"], delta.get("treaties"), gone.get("treaties"), _player)
    players = {**state["players"], **(delta.get("players") or {})}
    lost = {str(number) for number in gone.get("players") or ()}
    whole["players"] = {number: player for number, player in players.items() if number not in lost}
    whole["messages"] = [*state["messages"], *(delta.get("messages") or ())][-MAX_MESSAGES:]
    return whole


def _merged(
    before: List[Entity],
    changed: Optional[List[Entity]],
    gone: Optional[Iterable[Any]],
    key: Callable[[Entity], Any],
) -> List[Entity]:
    """Entities by key, those changed and gone taken into account, in the order of their keys."""
    entities = {key(entity): entity for entity in before}
    entities.update((key(entity), entity) for entity in changed or ())
    for one in gone or ():
        entities.pop(one, None)
    return [entities[one] for one in sorted(entities)]


def _id(entity: Entity) -> int:
    return int(entity["id"])


def _player(entity: Entity) -> int:
    return int(entity["player_id"])


def _place(entity: Entity) -> Tuple[int, int]:
    return (entity["y"], entity["x"])
