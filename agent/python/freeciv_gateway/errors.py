"""What can go wrong: one class for each error code of the gateway, and the loss of the connection."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type

from .protocol import ERROR_CODES


class GatewayError(Exception):
    """Everything that this package raises of its own."""


class GatewayLost(GatewayError):
    """The connection is closed, or could not be brought back within `patience` seconds."""


class AgentError(GatewayError):
    """The gateway answered a request with an error."""

    def __init__(self, code: str, message: str, details: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(f"{code}: {message}")
        #: The error code, for example "E130".
        self.code = code
        #: A sentence to act on.
        self.message = message
        #: `retry_after` (seconds), `path`, `expected`, `did_you_mean`, and fields that depend on the code.
        self.details: Dict[str, Any] = dict(details or {})

    @property
    def may_work_later(self) -> bool:
        """Whether the same request may work later, by the table of error codes."""
        return ERROR_CODES.get(self.code, ("", False))[1]

    @property
    def retry_after(self) -> Optional[float]:
        """Seconds after which the same request may work, where the gateway says so."""
        seconds = self.details.get("retry_after")
        return float(seconds) if isinstance(seconds, (int, float)) else None

    @property
    def did_you_mean(self) -> "list[str]":
        """Names that are close to the one that was sent."""
        return list(self.details.get("did_you_mean", []))


class MissingField(AgentError):
    """E101: a required field is missing."""


class BadToken(AgentError):
    """E102: the API token is missing or wrong."""


class UnknownMessage(AgentError):
    """E103: the message type is not known."""


class NotJson(AgentError):
    """E104: the message is not a JSON object."""


class BadField(AgentError):
    """E105: a field has a value it cannot have."""


class MessageTooLarge(AgentError):
    """E106: the message is too large or too deep."""


class WrongAgent(AgentError):
    """E107: the agent_id is not the one of this connection."""


class RateLimited(AgentError):
    """E110: too many messages. The client asks again by itself, so this is seen only after `patience` seconds."""


class TooManyConnections(AgentError):
    """E111: the agent has all the connections it may have."""


class AtCapacity(AgentError):
    """E112: the server is at its capacity."""


class QuotaUsedUp(AgentError):
    """E113: the quota of the token is used up; details["quota"] names it."""


class NotLoggedIn(AgentError):
    """E120: not authenticated."""


class StateUnavailable(AgentError):
    """E121: the state query failed, for example because the game is over."""


class NotSeated(AgentError):
    """E122: the agent has no seat yet, or the game has not begun."""


class GameUnreachable(AgentError):
    """E123: the game server is being recovered. The client asks again by itself for `patience` seconds."""


class SessionExpired(AgentError):
    """E124: the session has expired. The client logs in anew by itself."""


class SessionTakenOver(AgentError):
    """E125: another connection resumed this session."""


class SeatHeld(AgentError):
    """E126: another session holds the seat, and the token is for more agents than this one."""


class InvalidAction(AgentError):
    """E130: the action is not valid, and nothing was sent to the game server. The message names the reason."""


class ActionRejected(AgentError):
    """E131: the game server refused the action, in its own sentence."""


class OutcomeUnknown(AgentError):
    """The game, the proxy or the gateway was lost before the verdict: the next state tells what was done.

    Raised in place of ActionRejected, NoAnswer or InternalError where the gateway says `outcome: "unknown"`. The client
    never repeats such an action by itself.
    """


class NoAnswer(AgentError):
    """E132: no answer within the deadline."""


class TurnOver(AgentError):
    """E133: the turn that the action was meant for is over."""


class Stopped(AgentError):
    """E134: stopped on request."""


class CorrelationIdUsed(AgentError):
    """E135: the correlation_id was used for another request."""


class NoSuchGame(AgentError):
    """E140: there is no such game."""


class NoFreeSeat(AgentError):
    """E141: the game has no free seat."""


class GameNotStarted(AgentError):
    """E142: the game could not be started."""


class GameOver(AgentError):
    """E143: the game is over, or your nation is destroyed."""


class GamePaused(AgentError):
    """E144: the game is paused."""


class PlayedByPerson(AgentError):
    """E145: a person plays the seat now."""


class OnOtherServer(AgentError):
    """E146: the game is on a server of others, which has no console and no saves here."""


class InternalError(AgentError):
    """E500: internal error of the gateway."""


#: The class of each error code.
BY_CODE: Mapping[str, Type[AgentError]] = {
    "E101": MissingField,
    "E102": BadToken,
    "E103": UnknownMessage,
    "E104": NotJson,
    "E105": BadField,
    "E106": MessageTooLarge,
    "E107": WrongAgent,
    "E110": RateLimited,
    "E111": TooManyConnections,
    "E112": AtCapacity,
    "E113": QuotaUsedUp,
    "E120": NotLoggedIn,
    "E121": StateUnavailable,
    "E122": NotSeated,
    "E123": GameUnreachable,
    "E124": SessionExpired,
    "E125": SessionTakenOver,
    "E126": SeatHeld,
    "E130": InvalidAction,
    "E131": ActionRejected,
    "E132": NoAnswer,
    "E133": TurnOver,
    "E134": Stopped,
    "E135": CorrelationIdUsed,
    "E140": NoSuchGame,
    "E141": NoFreeSeat,
    "E142": GameNotStarted,
    "E143": GameOver,
    "E144": GamePaused,
    "E145": PlayedByPerson,
    "E146": OnOtherServer,
    "E500": InternalError,
}


def error_of(data: Mapping[str, Any]) -> AgentError:
    """The error that `data` of an `error` message, an entry of a batch, or a compact verdict stands for."""
    code = str(data.get("code") or data.get("error_code") or "E500")
    message = str(data.get("message") or data.get("error_message") or data.get("why") or "")
    details = dict(data.get("details") or {})
    for field in ("path", "did_you_mean", "possible"):
        if field in data:
            details.setdefault(field, data[field])
    is_unknown = details.get("outcome") == "unknown"
    return (OutcomeUnknown if is_unknown else BY_CODE.get(code, AgentError))(code, message, details)
