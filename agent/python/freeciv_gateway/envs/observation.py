"""What an agent of an environment observes: figures of the nation, the map in layers, and its choices."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..protocol import ACTION_TYPES
from ..views import Offers
from .bases import DictSpace, array, box

FIGURES = ("turn", "gold", "gold_per_turn", "score", "cities", "citizens", "units", "technologies", "bulbs_per_turn")
LAYERS = ("terrain", "sight", "land", "own units", "other units", "cities")
CHOICE_FIELDS = ("kind", "x", "y", "priority", "certain", "least odds", "greatest odds")
TERRAINS = (
    *("inaccessible", "lake", "ocean", "deep_ocean", "glacier", "desert", "forest"),
    *("grassland", "hills", "jungle", "mountains", "plains", "swamp", "tundra"),
)
PRIORITIES = {"low": 0, "medium": 1, "high": 2}
#: The number of each action in an observation is its place here, plus one; 0 is of none.
KINDS = {name: at + 1 for at, name in enumerate(ACTION_TYPES)}
MAX_BYTE = 255
FAR = 1e6


class Shape(NamedTuple):
    """The sizes of an observation, which are the same in every game of an environment."""

    choices: int
    height: int
    width: int


def observation_space(shape: Shape) -> Any:
    """The space of `observation`."""
    return DictSpace(
        {
            "nation": box(-FAR, FAR, (len(FIGURES),), "float32"),
            "map": box(0, MAX_BYTE, (len(LAYERS), shape.height, shape.width), "uint8"),
            "choices": box(-1, FAR, (shape.choices, len(CHOICE_FIELDS)), "float32"),
            "action_mask": box(0, 1, (shape.choices,), "int8"),
        }
    )


def observation(shape: Shape, state: Mapping[str, Any], offers: Offers, mask: Sequence[int]) -> Dict[str, Any]:
    """The observation of a full state and the offers at it; `mask` says which choices can be made."""
    choices = [_choice({"type": "end_turn"}), *map(_choice, offers)]
    empty = [[-1.0] * len(CHOICE_FIELDS)] * (shape.choices - len(choices))
    return {
        "nation": array(_figures(state), "float32"),
        "map": array(_layers(shape, state), "uint8"),
        "choices": array(choices + empty, "float32"),
        "action_mask": array(list(mask), "int8"),
    }


def score_of(state: Mapping[str, Any]) -> float:
    """The seat's own score; 0 before it is known."""
    return float((state["players"].get(str(state["player_id"])) or {}).get("score") or 0)


def _figures(state: Mapping[str, Any]) -> List[float]:
    me = state["player_id"]
    treasury: Mapping[str, Any] = state.get("treasury") or {}
    research: Mapping[str, Any] = state.get("research") or {}
    cities = [city for city in state["cities"] if city["owner"] == me]
    figures = (
        state["turn"],
        treasury.get("gold", 0),
        treasury.get("gold_per_turn", 0),
        score_of(state),
        len(cities),
        sum(city["size"] for city in cities),
        sum(unit["owner"] == me for unit in state["units"]),
        len(state["technologies"]),
        research.get("bulbs_per_turn", 0),
    )
    return [min(max(float(figure or 0), -FAR), FAR) for figure in figures]


def _layers(shape: Shape, state: Mapping[str, Any]) -> List[List[List[int]]]:
    me = state["player_id"]
    layers = [[[0] * shape.width for _ in range(shape.height)] for _ in LAYERS]
    terrain, sight, land, own, others, cities = layers
    for tile in state["visible_tiles"]:
        x, y = tile["x"], tile["y"]
        if x >= shape.width or y >= shape.height:
            continue
        terrain[y][x] = 1 + (TERRAINS.index(tile["terrain"]) if tile["terrain"] in TERRAINS else len(TERRAINS))
        sight[y][x] = 2 if tile["fog"] == "visible" else 1
        land[y][x] = 0 if tile["owner"] is None else 1 if tile["owner"] == me else 2
    for unit in state["units"]:
        _add(own if unit["owner"] == me else others, unit, 1)
    for city in state["cities"]:
        _add(cities, city, 1 if city["owner"] == me else 2)
    return layers


def _add(layer: List[List[int]], entity: Mapping[str, Any], count: int) -> None:
    x, y = entity["x"], entity["y"]
    if y < len(layer) and x < len(layer[y]):
        layer[y][x] = min(layer[y][x] + count, MAX_BYTE)


def _choice(offer: Mapping[str, Any]) -> List[float]:
    target = offer.get("target")
    x, y = _place(target if isinstance(target, Mapping) else {})
    least, greatest = offer.get("odds") or ((1.0, 1.0) if offer.get("certain", True) else (0.0, 1.0))
    kind = KINDS.get(offer["type"], 0)
    priority = PRIORITIES.get(offer.get("priority", "low"), 0)
    return [float(one) for one in (kind, x, y, priority, bool(offer.get("certain", True)), least, greatest)]


def _place(target: Mapping[str, Any]) -> Tuple[float, float]:
    return (target["x"], target["y"]) if "x" in target and "y" in target else (-1, -1)
