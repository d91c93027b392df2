"""Answers as plain dicts, lists and strings that show themselves well at a prompt and in a notebook."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple

from .errors import AgentError, error_of

MAX_SHOWN_OFFERS = 20
MAX_SHOWN_CHARS = 100


def _short(value: Any) -> str:
    """A value in a few words: lists and objects by what they hold."""
    if isinstance(value, list):
        words = f"{len(value)} entries"
        return f"{words}: {'; '.join(map(str, value))}" if value and all(isinstance(one, str) for one in value) else words
    if isinstance(value, Mapping):
        plain = {key: one for key, one in value.items() if not isinstance(one, (list, Mapping))}
        return ", ".join(f"{key} {one}" for key, one in plain.items()) or f"{len(value)} entries"
    return str(value)


def _cut(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= MAX_SHOWN_CHARS else f"{line[:MAX_SHOWN_CHARS - 1]}…"


def _table(rows: Iterable[Tuple[str, ...]]) -> str:
    cells = ("".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


class State(Dict[str, Any]):
    """A state in one of its formats: a dict with the fields of the protocol, shown as a summary."""

    format: str = "llm_optimized"

    @property
    def turn(self) -> int:
        """Turn number."""
        return int(self.get("turn", 0))

    @property
    def version(self) -> int:
        """State version."""
        return int(self["version"])

    def _rows(self) -> List[Tuple[str, str]]:
        return [(key, _cut(_short(value))) for key, value in self.items()]

    def __repr__(self) -> str:
        width = max((len(key) for key in self), default=0)
        lines = "\n".join(f"  {key:<{width}}  {words}" for key, words in self._rows())
        return f"<{type(self).__name__} {self.format} of turn {self.turn}>\n{lines}"

    def _repr_html_(self) -> str:
        return f"<b>{escape(self.format)}, turn {self.turn}</b>{_table(self._rows())}"


class Brief(State):
    """What a turn's decisions need. `str(brief)` is the text of it, as a model reads it."""

    format = "brief"

    @property
    def why(self) -> Optional[str]:
        """Why `end_turn` was answered: "turn", "lost", "game_over" and so on; None for a brief that was asked for."""
        ended = self.get("ended")
        return str(ended["why"]) if ended else None

    def _head(self) -> str:
        nation: Mapping[str, Any] = self.get("nation") or {}
        words = [f"Turn {self.turn}, {self.get('year_name', '')}"]
        if nation:
            words += [
                f"gold {nation['gold']} ({nation['gold_per_turn']:+d})",
                f"rates {nation['rates']}",
                str(nation["government"]),
                _research(nation.get("research") or {}),
                f"score {nation['score']}",
            ]
        return "; ".join(words)

    def __str__(self) -> str:
        lines = [self._head()]
        for section in ("happened", "decisions", "threats", "counsel", "advice"):
            entries = self.get(section) or []
            if entries:
                lines += [f"{section.capitalize()}:", *(f"- {_entry(entry)}" for entry in entries)]
                more = (self.get("more") or {}).get(section)
                lines += [f"- and {more} more"] if more else []
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _entry(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    action = dict(entry["do"])
    name = action.pop("action_type")
    fields = ", ".join(f"{key} {value if isinstance(value, str) else json.dumps(value)}" for key, value in action.items())
    return f"{name} {fields}: {entry['why']}" if fields else f"{name}: {entry['why']}"


def _research(research: Mapping[str, Any]) -> str:
    turns = research.get("turns")
    return f"research {research.get('name')}, " + ("no progress" if turns is None else f"{turns} turns")


class Text(str):
    """Lines of text, such as a map window or a scene, shown as they are."""

    turn: int = 0
    version: int = 0

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


class Offers(List[Dict[str, Any]]):
    """Actions that are legal now, the most useful first. Each can be given to `act` as it is."""

    turn: int = 0
    version: int = 0
    #: How many more there are of each type that are left out.
    more: Mapping[str, int] = {}

    def of(self, *types: str) -> "Offers":
        """Those of these types, in the order of the types."""
        return self._like(offer for one in types for offer in self if offer["type"] == one)

    def by_actor(self) -> Dict[Any, "Offers"]:
        """Those of each unit and city by its id, and of the nation by None."""
        actors: Dict[Any, Offers] = {}
        for offer in self:
            actors.setdefault(offer.get("unit_id", offer.get("city_id")), self._like(())).append(offer)
        return actors

    def _like(self, offers: Iterable[Dict[str, Any]]) -> "Offers":
        made = Offers(offers)
        made.turn, made.version, made.more = self.turn, self.version, self.more
        return made

    def _rows(self) -> List[Tuple[str, str, str]]:
        shown = self[:MAX_SHOWN_OFFERS]
        rows = [(str(at), one["type"], _cut(one["label"])) for at, one in enumerate(shown)]
        left = len(self) - len(shown)
        return [*rows, ("", "", f"and {left} more")] if left else rows

    def __repr__(self) -> str:
        lines = "\n".join(f"{at:>4}  {kind}: {label}" for at, kind, label in self._rows())
        return f"<{len(self)} offers of turn {self.turn}>\n{lines}"

    def _repr_html_(self) -> str:
        return f"<b>{len(self)} offers of turn {self.turn}</b>{_table(self._rows())}"


class Verdict(Dict[str, Any]):
    """What became of an action: a dict with the fields of `action_result`."""

    @property
    def error(self) -> Optional[AgentError]:
        """Why an action of a batch was not done; None when the game server dealt with it."""
        if "error" in self:
            return error_of(self["error"])
        return error_of(self) if self.get("ok") is False and "code" in self else None

    @property
    def outcome(self) -> str:
        """applied or no_effect; of an action of a batch that was not done, the error code."""
        error = self.error
        if error is not None:
            return error.code
        if "outcome" in self:
            return str(self["outcome"])
        return "applied" if self.get("ok") and not self.get("already") else "no_effect"

    @property
    def ok(self) -> bool:
        """Whether it is now as the action wants it, also where it was so already."""
        return self.outcome == "applied" or self.get("already") is True

    @property
    def what(self) -> Dict[str, Any]:
        """What happened, in the terms of the action."""
        result = self.get("result") or {}
        return dict(result.get("state_change") or self.get("what") or {})

    def __repr__(self) -> str:
        error = self.error
        why = error.message if error else self.get("reason") or _short(self.what)
        name = self.get("action_type", "")
        return _cut(f"<{self.outcome} {name}: {why}>")


class Picture:
    """A picture of the map: a notebook shows it, `save` writes it."""

    def __init__(self, data: bytes, kind: str) -> None:
        self.data = data
        #: "png" or "svg".
        self.kind = kind

    def save(self, path: str) -> str:
        """Writes the picture; answers the path."""
        with open(path, "wb") as file:
            file.write(self.data)
        return path

    def _repr_png_(self) -> Optional[bytes]:
        return self.data if self.kind == "png" else None

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self.kind == "svg" else None

    def __repr__(self) -> str:
        return f"<map picture, {self.kind}, {len(self.data)} bytes>"


class PlayedTurn(NamedTuple):
    """A turn that was played in one request."""

    #: What became of each action, and last of the end of the turn; a single empty one where that is not known.
    verdicts: List[Verdict]
    #: The state of the turn that has come; None after the end of the game.
    state: Optional[State]
    #: The brief of that turn, where it was asked for.
    brief: Optional[Brief]
