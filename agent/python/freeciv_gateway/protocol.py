"""The messages of the protocol as types. Written by `npm run generate` from the schemas: do not change it by hand."""

from __future__ import annotations

from typing import Any, Dict, FrozenSet, List, Literal, Mapping, Tuple, TypedDict, Union

#: Each code of an error: what it means, and whether the same request may work later.
ERROR_CODES: Mapping[str, Tuple[str, bool]] = {
    "E101": ("A required field is missing", False),
    "E102": ("The API token is missing or wrong", False),
    "E103": ("The message type is not known", False),
    "E104": ("The message is not a JSON object", False),
    "E105": ("A field has a value it cannot have", False),
    "E106": ("The message is too large or too deep", False),
    "E107": ("The agent_id is not the one of this connection", False),
    "E110": ("Too many messages; see details.retry_after (seconds)", True),
    "E111": ("Too many connections for this agent", True),
    "E112": ("The server is at its capacity", True),
    "E113": ("The quota of the token is used up; see details.quota", True),
    "E120": ("Not authenticated: send llm_connect first", False),
    "E121": ("The state query failed", True),
    "E122": ("The agent has no seat yet", True),
    "E123": ("The game server is not reachable; it is being recovered", True),
    "E124": ("The session has expired", False),
    "E125": ("Another connection took this session over", False),
    "E126": ("Another session holds the seat", False),
    "E130": ("The action is not valid", False),
    "E131": ("The game server refused the action", False),
    "E132": ("No answer within the deadline", True),
    "E133": ("The turn is over", True),
    "E134": ("Stopped on request", False),
    "E135": ("The correlation_id was used for another request", False),
    "E140": ("There is no such game", False),
    "E141": ("The game has no free seat", False),
    "E142": ("The game could not be started", True),
    "E143": ("The game is over, or your nation is destroyed", False),
    "E144": ("The game is paused", True),
    "E145": ("A person plays the seat now", True),
    "E146": ("The game is on a server of others, which has no console and no saves here", False),
    "E500": ("Internal error", True),
}

#: Requests that only read: they may be sent again whatever became of them.
READING_REQUESTS: FrozenSet[str] = frozenset({"state_query", "rules_query"})

#: The names of all actions.
ACTION_TYPES: Tuple[str, ...] = (
    "unit_move",
    "unit_patrol",
    "unit_load",
    "unit_unload",
    "unit_unload_all",
    "unit_build_road",
    "unit_build_irrigation",
    "unit_build_mine",
    "unit_build_base",
    "unit_transform",
    "unit_clean_pollution",
    "unit_clean_fallout",
    "unit_pillage",
    "unit_auto_work",
    "unit_fortify",
    "unit_explore",
    "unit_sentry",
    "unit_convert",
    "unit_cancel_orders",
    "unit_build_city",
    "unit_attack",
    "unit_establish_embassy",
    "unit_establish_embassy_stay",
    "unit_spy_investigate_city",
    "unit_inv_city_spend",
    "unit_spy_poison",
    "unit_spy_poison_esc",
    "unit_spy_steal_gold",
    "unit_spy_steal_gold_esc",
    "unit_spy_sabotage_city",
    "unit_spy_sabotage_city_esc",
    "unit_spy_targeted_sabotage_city",
    "unit_spy_targeted_sabotage_city_esc",
    "unit_spy_sabotage_city_production_esc",
    "unit_spy_steal_tech",
    "unit_spy_steal_tech_esc",
    "unit_spy_targeted_steal_tech",
    "unit_spy_targeted_steal_tech_esc",
    "unit_spy_incite_city",
    "unit_spy_incite_city_esc",
    "unit_trade_route",
    "unit_marketplace",
    "unit_help_wonder",
    "unit_spy_bribe_unit",
    "unit_spy_sabotage_unit",
    "unit_spy_sabotage_unit_esc",
    "unit_capture_units",
    "unit_join_city",
    "unit_steal_maps",
    "unit_steal_maps_esc",
    "unit_bombard",
    "unit_spy_nuke",
    "unit_spy_nuke_esc",
    "unit_nuke",
    "unit_destroy_city",
    "unit_expel",
    "unit_recycle",
    "unit_disband",
    "unit_home_city",
    "unit_upgrade",
    "unit_paradrop",
    "unit_airlift",
    "unit_conquer_city",
    "unit_heal",
    "unit_spy_attack",
    "unit_collect_ransom",
    "unit_wipe_units",
    "unit_type_upgrade",
    "city_production",
    "city_build_unit",
    "city_build_improvement",
    "city_buy",
    "city_sell",
    "city_worklist",
    "city_worklist_append",
    "city_worklist_insert",
    "city_worklist_remove",
    "city_change_specialist",
    "set_city_tiles",
    "city_make_specialist",
    "city_make_worker",
    "city_arrange_citizens",
    "city_rename",
    "city_options",
    "city_worker_task",
    "tech_research",
    "tech_goal",
    "player_rates",
    "player_government",
    "player_policy",
    "player_place_infra",
    "spaceship_place",
    "spaceship_launch",
    "vote",
    "report",
    "end_turn",
    "settle",
    "go_and",
    "escort",
    "defend",
    "delegate",
    "research_queue",
    "city_plan",
    "city_focus",
    "plan_defaults",
    "plan_everything_but",
    "plan_cancel",
    "diplomacy_message",
    "treaty_propose",
    "treaty_open",
    "treaty_add_clause",
    "treaty_remove_clause",
    "treaty_accept",
    "treaty_cancel_meeting",
    "cancel_pact",
)

class Welcome(TypedDict):
    """`data` of welcome. The first message on every socket."""

    #: What to do next, in a sentence
    message: str
    #: Version of the protocol
    protocol_version: str
    #: Seconds between the pings of the gateway
    heartbeat_interval: float
    #: Seconds without a sign of life after which the socket is closed
    session_timeout: float
    #: Seconds within which llm_connect must come
    login_timeout: float
    #: Longest message that is read, in bytes
    max_message_bytes: int
    #: Connections that one agent may have at a time
    max_connections_per_agent: int


class LlmConnectGameConfigMap(TypedDict, total=False):
    """Size and shape of the map"""

    #: Tiles in a row
    xsize: int
    #: Rows of tiles
    ysize: int
    #: Thousands of tiles, where xsize and ysize are not given
    size: int
    #: How the land is made (freeciv setting `generator`)
    generator: Literal["RANDOM", "FRACTAL", "ISLAND", "FAIR", "FRACTURE"]
    #: How tiles lie and where the edges are joined (freeciv setting `topology`)
    topology: str


class LlmConnectGameConfigSeeds(TypedDict, total=False):
    """Seeds of chance, to play the same game again"""

    #: Seed of what happens in the game (freeciv setting `gameseed`)
    game: int
    #: Seed of the map (freeciv setting `mapseed`)
    map: int
    #: Seed of a generated ruleset; without it a secret one is drawn, and told when the game is over
    ruleset: int


class _LlmConnectGameConfigJoinAlways(TypedDict):
    #: Name or address of the server, which FOREIGN_SERVERS must allow
    host: str
    #: User name of the agent on that server
    username: str


class LlmConnectGameConfigJoin(_LlmConnectGameConfigJoinAlways, total=False):
    """The game is played on a freeciv-server of others, which is joined (docs/other-servers.md); that server
    decides all other fields but `spectators` and `seats`. Needs FOREIGN_SERVERS"""

    #: Its TCP port
    port: int
    #: Shown when the server asks for it. It is kept with the game and told to nobody
    password: str
    #: Name of the player to take (`/take`) where the server gives the user name none; without it one that an
    #: AI plays
    player: str


class _LlmConnectGameConfigSeatAlways(TypedDict):
    #: ws:// or wss://, at a host of REMOTE_AGENT_HOSTS
    agent_url: str


class LlmConnectGameConfigSeat(_LlmConnectGameConfigSeatAlways, total=False):
    """Part of LlmConnectGameConfigSeat."""

    #: Id in the game; remote-1 and so on without it
    agent_id: str
    #: Name of the model
    model: str
    #: Its model answers operator_message
    chat: bool
    #: Nation that it should have
    nation: str
    #: Name that the leader should have
    leader_name: str
    #: What becomes of a turn that it does not end
    turn_policy: Literal["end_turn", "ai", "pause"]
    #: Seconds for a turn; then it counts as away
    deadline_s: float


class LlmConnectGameConfig(TypedDict, total=False):
    """How the game is made, if it does not exist yet"""

    #: The ruleset of the game; `generated` is one whose names, costs, strengths and technologies are made
    #: from a seed (docs/games.md)
    ruleset: Literal["classic", "civ2civ3", "civ1", "civ2", "multiplayer", "experimental", "sandbox", "alien", "generated"]
    #: The ruleset that a generated one is made from; classic without it
    ruleset_base: Literal["classic", "civ2civ3"]
    #: The game server, where several are installed: a version such as 3.2, or the path of one; without it the
    #: first of those that `/health` of the proxy names
    server: str
    #: All players, agents and AIs together
    players: int
    #: How many agents must have a seat before the game starts
    min_agents: int
    #: Skill level of the AI players
    ai_skill: Literal["away", "handicapped", "novice", "easy", "normal", "hard", "cheating", "experimental"]
    #: Another name of ai_skill, which it goes before
    ai_level: Literal["away", "handicapped", "novice", "easy", "normal", "hard", "cheating", "experimental"]
    #: Who plays which player, by its number: `agent`, or the skill level of its AI; agents have their places
    #: in the order in which they log in. Players after the list are AIs of ai_skill
    lineup: List[Literal["away", "handicapped", "novice", "easy", "normal", "hard", "cheating", "experimental", "agent"]]
    #: Size and shape of the map
    map: LlmConnectGameConfigMap
    #: Seeds of chance, to play the same game again
    seeds: LlmConnectGameConfigSeeds
    #: What every player begins with, a letter a unit (freeciv setting `startunits`): ccwwx are two founders,
    #: two workers, an explorer
    start_units: str
    #: The last turn
    end_turn: int
    #: Seconds; 0 waits for everyone
    turn_time_limit: int
    #: Seconds a turn waits for an agent without a connection, once; ABSENT_WAIT_S without it
    absent_wait: float
    #: For seats that ask for nothing else
    turn_policy: Literal["end_turn", "ai", "pause"]
    #: Ways to win besides outliving all others (freeciv setting `victories`)
    victory: List[Literal["SPACERACE", "ALLIED", "CULTURE"]]
    #: A short task that the game is made for (`GET /api/scenarios`, docs/scenarios.md); it decides ruleset,
    #: players, map, victory and end_turn
    scenario: str
    #: How hard the scenario is; normal without it
    difficulty: Literal["easy", "normal", "hard"]
    #: Whether people may watch
    spectators: bool
    #: Until the game ends it cannot be forked, who has no right watch or manage sees nothing of it, and a
    #: token for several agents has one seat in it; false without it
    sealed: bool
    #: People on ordinary clients may join the lobby, and it waits for this many of them; without it none can
    #: join
    humans: int
    #: The game is played on a freeciv-server of others, which is joined (docs/other-servers.md); that server
    #: decides all other fields but `spectators` and `seats`. Needs FOREIGN_SERVERS
    join: LlmConnectGameConfigJoin
    #: Seats for agents that listen elsewhere: the gateway connects to them (docs/remote-agents.md). Needs the
    #: right manage
    seats: List[LlmConnectGameConfigSeat]


class _LlmConnectAlways(TypedDict):
    #: A token of LLM_API_TOKENS
    api_token: str


class LlmConnect(_LlmConnectAlways, total=False):
    """`data` of llm_connect. Logs in: takes a seat in a game, which is created if it does not exist, or
    resumes a session."""

    #: Name of the model that plays, as people who watch read it
    model: str
    #: The game; it is created when there is none of that id
    game_id: str
    #: false: join only; a game that does not exist is then E140
    create: bool
    #: `chat`: the model answers operator_message with chat_answer. Others are accepted, and without effect
    capabilities: List[str]
    #: Nation that the seat should have, by its name
    nation: str
    #: Name that the leader should have
    leader_name: str
    #: How the game is made, if it does not exist yet
    game_config: LlmConnectGameConfig
    #: What becomes of this seat's turn when its time is up; the game's own turn_policy without it
    turn_policy: Literal["end_turn", "ai", "pause"]
    #: compact: verdicts of actions are compact_result, of about ten tokens each; a resumed session keeps it
    verbosity: Literal["full", "compact"]
    #: Only pushes of these types are sent, and status in any case; all without it. A resumed session keeps it
    pushes: List[Literal["turn_start", "turn_end", "game_ready", "game_ended", "event", "chat_message", "status", "operator_message"]]
    #: true: the first brief has the lessons that the agent has written in earlier games
    lessons: bool
    #: Resumes this session
    session_id: str
    #: Number of the last push that was received; those after it are sent again
    last_seq: int


class AuthSuccessNotGranted(TypedDict):
    """Part of AuthSuccessNotGranted."""

    #: The field of llm_connect
    field: Literal["nation", "leader_name"]
    #: What was asked for
    wanted: str
    #: What the seat has instead
    got: str
    #: Why, in a sentence
    reason: str


class _AuthSuccessIgnoredAlways(TypedDict):
    #: The field, such as game_config.end_trun
    path: str


class AuthSuccessIgnored(_AuthSuccessIgnoredAlways, total=False):
    """Part of AuthSuccessIgnored."""

    #: The field that was probably meant
    did_you_mean: str


class ScenarioStateProgress(TypedDict):
    """Part of ScenarioStateProgress."""

    #: The goal in words
    goal: str
    #: What is reached now
    value: float
    #: What has to be reached
    target: float
    #: The part of the goal that is reached, from 0 to 1
    share: float


class ScenarioState(TypedDict):
    """ScenarioState, as several messages have it."""

    #: Name of the scenario
    name: str
    #: How hard it is
    difficulty: Literal["easy", "normal", "hard"]
    #: What the players must achieve, in sentences
    goal: str
    #: when_done: the game ends once all goals are reached; at_limit: it is scored after its last turn
    ends: Literal["when_done", "at_limit"]
    #: The last turn of the game
    turn_limit: int
    #: Turns that are left, the running one included
    turns_left: int
    #: The weighted mean of the shares of all goals
    score: float
    #: What is reached of each goal
    progress: List[ScenarioStateProgress]


class AuthSuccessGeneratedRulesetOpened(TypedDict):
    """Part of AuthSuccessGeneratedRulesetOpened."""

    #: The seed
    seed: int
    #: The salt; null where there is no commitment
    salt: Union[str, None]


class AuthSuccessGeneratedRuleset(TypedDict):
    """The generated ruleset of the game; absent for an ordinary one"""

    #: The ordinary ruleset that it is made from
    base: str
    #: SHA-256 over the files of the ruleset; null before they are made
    sha256: Union[str, None]
    #: SHA-256 of the secret seed, a space and the salt, told from the beginning; null where the seed was
    #: asked for
    commitment: Union[str, None]
    #: The seed, once the game is over; null before that
    opened: Union[AuthSuccessGeneratedRulesetOpened, None]


class MissingPart(TypedDict):
    """MissingPart, as several messages have it."""

    #: Turn in which it was done
    turn: int
    #: Requests that were lost; null when that is not known
    requests: Union[int, None]
    #: The file that should have held it, within the folder of the game
    file: str


class _AuthSuccessAlways(TypedDict):
    #: Always auth_success
    type: Literal["auth_success"]
    #: Always true
    success: Literal[True]
    #: Names the session, to resume it with llm_connect
    session_id: str
    #: Player number of the seat
    player_id: int
    #: The game
    game_id: str
    #: Seconds for which the session can be resumed after the last sign of life
    session_expires_in: float
    #: Number of the last push of this session; 0 for none
    seq: int


class AuthSuccess(_AuthSuccessAlways, total=False):
    """`data` of auth_success. The agent has its seat. The frame after llm_connect is always this or an
    error."""

    #: ready: the first turn of the seat has begun; starting: wait for game_ready
    status: Literal["starting", "ready"]
    #: Wishes for nation or leader that could not be granted; absent for none
    not_granted: List[AuthSuccessNotGranted]
    #: Unknown fields of game_config; absent for none
    ignored: List[AuthSuccessIgnored]
    #: The task of the game, before its world is staged; states have it as it stands
    scenario: ScenarioState
    #: The generated ruleset of the game; absent for an ordinary one
    generated_ruleset: AuthSuccessGeneratedRuleset
    #: Only in a game that is sealed until it ends
    sealed: Literal[True]
    #: Only when a session was resumed
    resumed: Literal[True]
    #: Only when resumed: how many pushes follow that the agent has not had
    missed: int
    #: Only when resumed: some of them are no longer held, so ask for a full state
    resync: Literal[True]
    #: Port of the game server, for ordinary clients; absent while none runs
    civserver_port: int
    #: Only in a new session: the game was restored without what `missing` lists
    incomplete: Literal[True]
    #: What agents did that was lost
    missing: List[MissingPart]


class StateQueryCentre(TypedDict):
    """scene, map: middle of the map window; the first own city or unit without it"""

    #: Column of the tile
    x: int
    #: Row of the tile
    y: int


_StateQueryOther = TypedDict("_StateQueryOther", {"as": Literal["json", "text"]}, total=False)

class StateQuery(_StateQueryOther, total=False):
    """`data` of state_query. Requests the state of the game as the agent’s player knows it."""

    #: full: everything; delta: what changed; llm_optimized: what a model needs to decide; scene: sentences
    #: and a map in letters; brief: what happened, what needs a decision and the nation in figures, at most
    #: 500 tokens; digest: that of the running turn, with nothing left out; map: the tiles around one, one
    #: token each, with the cities and units there; cities: own cities, a row for each that changed; options:
    #: what one unit or city or the nation can do now and what comes of it, at most 300 tokens
    format: Literal["full", "delta", "llm_optimized", "scene", "brief", "digest", "map", "cities", "options"]
    #: Whether the answer has legal_actions, as a list
    include_legal_actions: bool
    #: Goes before include_legal_actions. list: as they can be sent back; numbered: each with an action_index
    #: to send back with the state's version; schema: a JSON Schema of exactly these choices
    legal_actions: Literal["none", "list", "numbered", "schema"]
    #: At most this many offers, the most useful ones; without it, in llm_optimized what fits a short answer,
    #: else all
    max_legal_actions: int
    #: delta: from the beginning of that turn on; brief, digest: what happened from then on, without it since
    #: the turn before began
    since_turn: int
    #: delta: from that version on; without either, from the last answered state query on. cities: rows that
    #: changed since then
    since_version: int
    #: cities: true gives the rows of all cities, not only of those that changed since the last answer in this
    #: format
    all: bool
    #: cities, as text: short leaves out tiles, buildings and swaps, and has a city again when its size, mood,
    #: hunger or what it builds has changed; whole by default
    rows: Literal["whole", "short"]
    #: Only these lists and objects of the state; of a brief with all of their lines; of options all ways of
    #: these actions
    sections: List[str]
    #: Packs the most valuable parts of the state into that many tokens
    max_tokens: int
    #: scene, map: middle of the map window; the first own city or unit without it
    centre: StateQueryCentre
    #: Another name of centre
    center: StateQueryCentre
    #: scene: half width of the map window, in tiles, 12 without it; map: columns and rows to each side of its
    #: middle, 7 without it, 0 for one tile and what it yields
    radius: int
    #: options: id of the own unit or city that is asked about, or "nation", as without it; map: id of the
    #: unit or city that the window is around, where there is no centre
    actor_id: Union[int, Literal["nation"]]


class FullStateDefeated(TypedDict):
    """Only when the seat's own nation is destroyed; the seat may go on watching"""

    #: The turn of the defeat; null when it is not known
    turn: Union[int, None]


class FullStateFinalRanking(TypedDict):
    """Part of FullStateFinalRanking."""

    #: Player number
    player_id: int
    #: Score as the server reports it at the end
    score: int
    #: Whether the server names this player a winner
    winner: bool


class Map(TypedDict):
    """Map, as several messages have it."""

    #: Tiles in a row
    width: int
    #: Rows of tiles
    height: int
    #: Flags of the server's setting `topology`: wrapx, wrapy, iso, hex
    topology: List[str]
    #: square, isometric, hexagonal or isometric hexagonal
    shape: str
    #: The east edge is joined to the west edge
    wrap_x: bool
    #: The north edge is joined to the south edge
    wrap_y: bool


class UnitUpkeep(TypedDict, total=False):
    """What its home city pays for it in a turn, outputs that are not 0 only. Own units only"""

    #: Food a turn
    food: int
    #: Shields (production points) a turn
    shield: int
    #: Trade points a turn
    trade: int
    #: Gold a turn
    gold: int
    #: Luxury points a turn
    luxury: int
    #: Bulbs (research points) a turn
    science: int


class Place(TypedDict):
    """Place, as several messages have it."""

    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int


class UnitOrders(TypedDict):
    """Part of UnitOrders."""

    #: Orders that are left, moves and the last one together
    steps_left: int
    #: Where its moves end
    destination: Place
    #: Its last order: move, action_move, full_mp (wait for full moves), activity or perform_action
    last: str
    #: The orders begin again when they are done, as on patrol
    repeat: bool


class _UnitAlways(TypedDict):
    #: Unit id
    id: int
    #: Player number of its owner
    owner: int
    #: Unit type by its rule name, for example workers
    type: str
    #: Unit type as it is written for people, for example "Workers"
    type_name: str
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Moves left in this turn, fractions included (2 digits); null for units of others, as it is not told
    moves_left: Union[float, None]
    #: Moves in a turn of its type, fractions included (2 digits)
    moves: float
    #: Hit points left
    hp: int
    #: Hit points of an undamaged unit of its type
    hp_max: int
    #: Attack strength of its type, without experience or terrain
    attack: int
    #: Defense strength of its type, without experience or terrain
    defense: int
    #: Damage of each round of combat that it wins
    firepower: int
    #: Veteran level: 0 green, 1 veteran and so on, as in the ruleset
    veteran: int
    #: What it does: idle, fortified, sentry, gen_road, irrigate, mine, explore and so on
    activity: str
    #: The extra that the activity makes or removes, for example road; null for none
    activity_target: Union[str, None]
    #: Id of the unit that carries it; null when none does
    transported_by: Union[int, None]
    #: Whether it carries other units
    occupied: bool


class Unit(_UnitAlways, total=False):
    """Unit, as several messages have it."""

    #: Turns of fuel left; own units of types that need fuel only
    fuel: int
    #: Id of the city that supports it; null for none. Own units only
    home_city: Union[int, None]
    #: What its home city pays for it in a turn, outputs that are not 0 only. Own units only
    upkeep: UnitUpkeep
    #: It works or explores by itself. Own units only
    automatic: bool
    #: It is done for this turn. Own units only
    done_moving: bool
    #: Goods it carries; own units that can trade only
    carrying: str
    #: Where it is on the way to; null for nowhere. Own units only
    goto: Union[Place, None]
    #: The rest of its route; null without orders. Own units only
    orders: Union[UnitOrders, None]
    #: It waits to be told which action to do against this tile. Own units only
    needs_decision_at: Place


class Outputs(TypedDict):
    """Outputs, as several messages have it."""

    #: Food a turn
    food: int
    #: Shields (production points) a turn
    shield: int
    #: Trade points a turn
    trade: int
    #: Gold a turn
    gold: int
    #: Luxury points a turn
    luxury: int
    #: Bulbs (research points) a turn
    science: int


class CityCitizens(TypedDict):
    """Citizens by mood, specialists aside"""

    #: Happy citizens
    happy: int
    #: Content citizens
    content: int
    #: Unhappy citizens
    unhappy: int
    #: Angry citizens; each counts as two unhappy ones
    angry: int


class CityTradeRoute(TypedDict):
    """Part of CityTradeRoute."""

    #: Id of the city at the other end
    partner: int
    #: Trade points a turn
    value: int
    #: What is traded; null when the ruleset names nothing
    goods: Union[str, None]
    #: from, to or bidirectional
    direction: str


class _CityAlways(TypedDict):
    #: What it builds, by rule name; null when that is not known, as of cities seen from outside
    production: Union[str, None]
    #: City id
    id: int
    #: Name of the city
    name: str
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Player number of its owner
    owner: int
    #: Citizens, the same as `size`
    population: int
    #: Citizens
    size: int
    #: Its buildings and wonders, by rule name
    improvements: List[str]


class City(_CityAlways, total=False):
    """City, as several messages have it."""

    #: Whether it builds a unit or a building
    production_kind: Literal["unit", "improvement"]
    #: Shields that what it builds takes in all; null for coinage, which is never finished
    production_cost: Union[int, None]
    #: Shields that are there already
    shield_stock: int
    #: Turns until it is built at the present surplus, and the city has grown enough for a unit that citizens
    #: leave with; null: never, or it is coinage
    production_turns: Union[int, None]
    #: Gold to finish it now
    buy_cost: int
    #: It bought in this turn already
    did_buy: bool
    #: It sold a building in this turn already
    did_sell: bool
    #: What it builds afterwards, in order, by rule name
    worklist: List[str]
    #: Food in its granary
    food_stock: int
    #: Food needed to grow; null when it is not known
    granary_size: Union[int, None]
    #: Turns until it grows at the present surplus; null: it does not
    turns_to_grow: Union[int, None]
    #: Turns until hunger takes a citizen or a unit; null: its food lasts
    turns_to_starve: Union[int, None]
    #: What is left in a turn after upkeep and waste
    surplus: Outputs
    #: What it makes in a turn after waste and before upkeep
    output: Outputs
    #: Citizens by mood, specialists aside
    citizens: CityCitizens
    #: Civil disorder: more unhappy than happy citizens, so no production and no taxes
    disorder: bool
    #: It celebrated in the turn before (rapture)
    was_happy: bool
    #: Number of specialists by their plural name, for example scientists
    specialists: Dict[str, int]
    #: Its trade routes
    trade_routes: List[CityTradeRoute]
    #: Pollution points a turn
    pollution: int
    #: Culture points, history included
    culture: int
    #: Squared radius of the area it works, in tiles
    radius_sq: int
    #: Airlifts it can still do in this turn
    airlifts: int
    #: Turn in which it was founded
    founded_turn: int
    #: Whether units stand in it; cities seen from outside only
    occupied: bool


class _TileAlways(TypedDict):
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Terrain by its rule name, for example grassland
    terrain: str
    #: Special resource on the tile, for example wheat; null for none
    resource: Union[str, None]
    #: Roads, irrigation, rivers, huts, pollution and so on; the resource is not repeated
    extras: List[str]
    #: Player number of the owner of the land; null when it has no owner
    owner: Union[int, None]
    #: visible: in sight now; fogged: as it was when it was last seen
    fog: Literal["visible", "fogged"]
    #: Number of the continent (above 0) or of the ocean (below 0)
    continent: int


class Tile(_TileAlways, total=False):
    """Tile, as several messages have it."""

    #: Id of the city that works the tile; absent when none does
    worked_by: int
    #: Name written on the map by the scenario; absent without one
    label: str


class PlayerRates(TypedDict):
    """Part of PlayerRates."""

    #: Per cent of trade that becomes gold
    tax: int
    #: Per cent of trade that becomes luxury
    luxury: int
    #: Per cent of trade that becomes bulbs
    science: int


class PlayerWonder(TypedDict):
    """Part of PlayerWonder."""

    #: Wonder by its rule name
    name: str
    #: Id of the city it stands in; it may be out of sight
    city_id: int


class _PlayerDiplomaticRelationAlways(TypedDict):
    #: The other player
    player_id: int
    #: An armistice is given as peace with `turns_left`; players without contact are neutral
    status: Literal["war", "peace", "ally", "ceasefire", "neutral"]
    #: They have met lately enough to negotiate
    contact: bool


class PlayerDiplomaticRelation(_PlayerDiplomaticRelationAlways, total=False):
    """Part of PlayerDiplomaticRelation."""

    #: Turns until a ceasefire ends or an armistice becomes peace
    turns_left: int


class _PlayerSpaceshipAlways(TypedDict):
    #: started, launched or arrived
    state: str
    #: Structural parts built
    structurals: int
    #: Components built
    components: int
    #: Modules built
    modules: int
    #: Chance to arrive, 0 to 1
    success_rate: float
    #: Years of the journey
    travel_time: float


class PlayerSpaceship(_PlayerSpaceshipAlways, total=False):
    """Its spaceship; absent while there is none"""

    #: Calendar year of the arrival; only once launched
    arrival_year: int


class _PlayerAlways(TypedDict):
    #: Player number
    id: int
    #: Name of its leader
    name: str
    #: Nation as an adjective, for example "Roman"
    nation: str
    #: How much is known of it. What is not known is null, never 0
    known_by: Literal["own", "embassy", "contact", "none"]
    #: Whether this seat knows it by an embassy; true for oneself
    embassy: bool
    #: False once it is destroyed
    is_alive: bool
    #: Played by the server's own AI
    is_ai: bool
    #: Team number
    team: int
    #: Score; null without contact
    score: Union[int, None]
    #: Gold in its treasury; null without contact
    gold: Union[int, None]
    #: Form of government by its rule name; null without contact
    government: Union[str, None]
    #: Tax rates; null without an embassy
    rates: Union[PlayerRates, None]
    #: Technologies it knows, by rule name; null without an embassy
    techs: Union[List[str], None]
    #: Technology it researches; null for none or without an embassy
    researching: Union[str, None]
    #: Culture points; null without an embassy
    culture: Union[int, None]
    #: Great wonders it owns, also those of cities not seen
    wonders: List[PlayerWonder]
    #: It has ended its turn
    phase_done: bool
    #: Its relations; without contact the one with this seat only
    diplomatic_relations: List[PlayerDiplomaticRelation]
    #: Its colour as #rrggbb; null when the server has given none
    color: Union[str, None]


class Player(_PlayerAlways, total=False):
    """Player, as several messages have it."""

    #: Skill level of the AI, for example easy; AI players only
    ai_skill: str
    #: Kind of barbarian; barbarians only
    barbarian: str
    #: Government it is changing to; only during a revolution
    target_government: str
    #: Turn in which its anarchy ends; only during a revolution, by embassy
    revolution_ends_turn: int
    #: What an AI player thinks of this seat, -100 (hate) to 100 (worship); AI players only
    attitude: int
    #: Its spaceship; absent while there is none
    spaceship: PlayerSpaceship


class Research(TypedDict):
    """Research, as several messages have it."""

    #: Technology being researched, by rule name; null for none
    researching: Union[str, None]
    #: Bulbs collected for it
    bulbs: int
    #: Bulbs it takes in all; null when nothing is researched
    cost: Union[int, None]
    #: Bulbs a turn, tech upkeep taken off; negative when the upkeep is more
    bulbs_per_turn: int
    #: Turns until it is known; null when it makes no progress
    turns: Union[int, None]
    #: Technology that research aims at in the long run; null for none
    goal: Union[str, None]
    #: Technologies that could be researched now, by rule name
    available: List[str]


class Treasury(TypedDict):
    """Treasury, as several messages have it."""

    #: Gold in the treasury
    gold: int
    #: Gold that the next turn change adds as things stand; negative for a loss
    gold_per_turn: int
    #: Highest per cent that taxes, luxury and science may each be under the present government
    max_rate: int


class OutlookCulture(TypedDict):
    """Only where culture is a victory condition"""

    #: Culture points of this player; null for an observer
    own: Union[int, None]
    #: Culture points needed to win
    points_to_win: int
    #: Per cent more than the second player that are needed besides
    lead_to_win_percent: int
    #: Most culture points of the others whose culture is known; null for none
    best_rival: Union[int, None]


class _OutlookAlways(TypedDict):
    #: The game ends with this turn (freeciv setting `endturn`), and the best score wins; null when not told
    last_turn: Union[int, None]
    #: Players that are alive, barbarians aside; the last one wins whatever the victory conditions
    players_alive: int
    #: Place by score among the living, 1 the best; null until the scores of all of them are known
    rank: Union[int, None]
    #: Players whose score is known, oneself included
    ranked_players: int
    #: Best score of the others; null when none is known
    best_rival_score: Union[int, None]


class Outlook(_OutlookAlways, total=False):
    """Outlook, as several messages have it."""

    #: Only where culture is a victory condition
    culture: OutlookCulture


class TreatyClause(TypedDict):
    """Part of TreatyClause."""

    #: Player number of the giver
    giver: int
    #: advance, gold, map, seamap, city, ceasefire, peace, alliance, vision (shared), embassy
    type: str
    #: Gold, rule name of the technology, or id of the city; null for clauses without a value
    value: Union[float, str, None]


class Treaty(TypedDict):
    """Treaty, as several messages have it."""

    #: The other player
    player_id: int
    #: What either side gives, in the order in which it was added
    clauses: List[TreatyClause]
    #: This seat has accepted the treaty as it stands
    i_accepted: bool
    #: The other player has accepted it as it stands
    other_accepted: bool


class _FullStateMessageAlways(TypedDict):
    #: Turn in which the server sent it
    turn: int
    #: What it is about, an event of freeciv without its prefix: city_growth, unit_lost_def and so on
    event: str
    #: The server's sentence
    text: str


class FullStateMessage(_FullStateMessageAlways, total=False):
    """Part of FullStateMessage."""

    #: Of chat: the player who says it
    player_id: int
    #: Of chat: the nation of that player
    nation: str
    #: Column of the tile it is about; absent for none
    x: int
    #: Row of the tile it is about; absent for none
    y: int


class _WakeConditionsAlways(TypedDict):
    #: It, or what stands with it, is attacked
    attack: bool
    #: It has nothing left to do, or works by itself and found nothing for a turn
    idle: bool


class WakeConditions(_WakeConditionsAlways, total=False):
    """WakeConditions, as several messages have it."""

    #: A unit of others comes into its sight: of anybody but allies, or of enemies and barbarians only
    contact: Literal["foreign", "enemy"]
    #: That turn begins
    turn: int


class _FullStateStandingOrderAlways(TypedDict):
    #: Id of the unit
    unit_id: int
    #: What it goes on with by itself
    order: Literal["goto", "patrol", "explore", "sentry", "fortify", "convert", "work", "auto_work"]


class FullStateStandingOrder(_FullStateStandingOrderAlways, total=False):
    """Part of FullStateStandingOrder."""

    #: Where a goto leads
    goal: Place
    #: What ends it early; only where it is not the default of such an order
    wake_on: WakeConditions


class FullStateUnitsAsking(TypedDict):
    """Part of FullStateUnitsAsking."""

    #: Id of the unit
    unit_id: int
    #: What woke it
    why: Literal["attack", "contact", "turn", "idle"]
    #: Turn since which it asks
    turn: int
    #: All of it in words, with names
    sentence: str


class PlanSettle(TypedDict):
    """Part of PlanSettle."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: A unit goes to a site and founds a city there
    plan: Literal["settle"]
    #: Id of the unit
    unit_id: int
    #: Where it is going to found the city
    site: Place
    #: Whether another site is chosen when this one can no longer be settled
    best: bool


class PlanResearchQueue(TypedDict):
    """Part of PlanResearchQueue."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: Technologies are researched in this order
    plan: Literal["research_queue"]
    #: Technologies still to be learned, by rule name, the next one first
    techs: List[str]


class PlanCityPlan(TypedDict):
    """Part of PlanCityPlan."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: Cities build what is on a list
    plan: Literal["city_plan"]
    #: Id of the one city, all, or those founded or taken since the plan was set
    cities: Union[int, Literal["all", "new"]]
    #: Unit types and improvements by rule name, the first one first
    list: List[str]
    #: Those of the list that some of these cities are still to get; cities to come get all of it
    left: List[str]
    #: Units that hold a city, which each is to have; 0 for none
    keep_defenders: int


class PlanCityFocus(TypedDict):
    """Part of PlanCityFocus."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: Cities place their citizens for most of one output
    plan: Literal["city_focus"]
    #: Id of the one city, all, or those founded or taken since the plan was set
    cities: Union[int, Literal["all", "new"]]
    #: What they make most of
    focus: Literal["food", "shields", "trade", "gold", "luxury", "science"]


class PlanCityTiles(TypedDict):
    """Part of PlanCityTiles."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: Citizens work the tiles that the agent chose
    plan: Literal["city_tiles"]
    #: Id of the city
    city_id: int
    #: The tiles besides its centre, the first ones first
    tiles: List[Place]
    #: Whether citizens are put back when the server moves them; else the plan ends by that
    keep: bool


class _PlanUnitDefaultsAlways(TypedDict):
    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: What units without orders do
    plan: Literal["unit_defaults"]


class PlanUnitDefaults(_PlanUnitDefaultsAlways, total=False):
    """Part of PlanUnitDefaults."""

    #: New workers improve the land by themselves
    new_workers: Literal["auto"]
    #: New military units fortify in their city
    new_military: Literal["fortify"]
    #: What units do when their exploring is over
    explorers_end: Literal["sentry", "fortify"]


class _PlanGoAndAlways(TypedDict):
    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: A unit goes somewhere to do something there
    plan: Literal["go_and"]
    #: Id of the unit
    unit_id: int
    #: Where it goes
    goal: Place
    #: What it does there
    do: Literal["fortify", "sentry", "join_city", "pillage", "patrol", "help_wonder", "trade_route", "establish_embassy"]


class PlanGoAnd(_PlanGoAndAlways, total=False):
    """Part of PlanGoAnd."""

    #: The other end of its patrol
    patrol_to: Place


class PlanEscort(TypedDict):
    """Part of PlanEscort."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: A unit goes with another
    plan: Literal["escort"]
    #: Id of the unit
    unit_id: int
    #: Id of the unit that it goes with
    with_unit: int


class PlanDefend(TypedDict):
    """Part of PlanDefend."""

    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: Units stay in a city to hold it
    plan: Literal["defend"]
    #: Id of the city
    city_id: int
    #: How many are to stay
    number: int
    #: How many are there and fortified
    there: int
    #: Ids of units on their way
    coming: List[int]


_PlanEverythingButOther = TypedDict("_PlanEverythingButOther", {"except": List[int]}, total=False)

class _PlanEverythingButAlways(TypedDict):
    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: What plans that choose for themselves leave alone
    plan: Literal["everything_but"]


class PlanEverythingBut(_PlanEverythingButAlways, _PlanEverythingButOther, total=False):
    """Part of PlanEverythingBut."""

    pass


class _PlanDelegationAlways(TypedDict):
    #: Its name: plan_cancel takes it
    id: str
    #: Turn in which it was set
    since: int
    #: The game sees to a part of the realm
    plan: Literal["delegation"]
    #: The part
    part: Literal["workers", "defence", "exploration", "front", "caravans"]
    #: The first turn in which the part is the agent’s again
    until: int
    #: Ids of the units that act by it
    units: List[int]


class PlanDelegation(_PlanDelegationAlways, total=False):
    """Part of PlanDelegation."""

    #: front: the middle of it
    place: Place
    #: front: tiles around the place
    radius: int


#: Plan, as several messages have it.
Plan = Union[PlanSettle, PlanResearchQueue, PlanCityPlan, PlanCityFocus, PlanCityTiles, PlanUnitDefaults, PlanGoAnd, PlanEscort, PlanDefend, PlanEverythingBut, PlanDelegation]

class WaitingFor(TypedDict):
    """WaitingFor, as several messages have it."""

    #: Player number
    player_id: int
    #: Name of its leader
    player: str
    #: Nation as an adjective, for example "Roman"
    nation: str
    #: When the turn goes on without it, in seconds since 1970; null when it waits for as long as it takes
    until: Union[float, None]
    #: True for an agent without a connection
    away: bool


class TargetId(TypedDict):
    """Part of OfferTargetForm2."""

    #: Id of the unit or city, or number of the player
    id: int


class TargetValue(TypedDict):
    """Part of OfferTargetForm3."""

    #: Something by its name, such as a technology, or an amount
    value: Union[str, float]


class OfferCost(TypedDict, total=False):
    """What it costs; only what applies"""

    #: Gold it takes
    gold: float
    #: Shields it takes
    shields: float
    #: Bulbs it takes
    bulbs: float


_OfferOther = TypedDict("_OfferOther", {"from": str}, total=False)

class _OfferAlways(TypedDict):
    #: Name of the action, as action_type takes it
    type: str
    #: How useful it seems
    priority: Literal["high", "medium", "low"]
    #: It works at this state version; false where dice or what the seat cannot see decide
    certain: bool
    #: The action in words, with the names of what the ids stand for
    label: str


class Offer(_OfferAlways, _OfferOther, total=False):
    """Part of Offer."""

    #: Id of the unit or city that acts; absent for the nation
    actor_id: int
    #: Id of the unit that acts
    unit_id: int
    #: Id of the city that acts
    city_id: int
    #: What it acts on
    target: Union[Place, TargetId, TargetValue]
    #: Building or technology, where the action asks for one
    sub_target: str
    #: Kind of specialist that it becomes
    to: str
    #: Per cent of trade for gold, where rates are set
    tax: float
    #: Per cent of trade for luxury, where rates are set
    luxury: float
    #: Per cent of trade for bulbs, where rates are set
    science: float
    #: Part of the spaceship that is placed
    part: str
    #: What is put on a worklist, by rule name
    items: List[str]
    #: What workers are asked to do
    task: str
    #: Clause of a treaty: advance, gold, city, peace and so on
    clause: str
    #: Who gives what the clause says
    giver: Literal["me", "them"]
    #: What or how much the clause gives
    value: Union[str, float]
    #: Whether a treaty is accepted, or the acceptance taken back
    accepted: bool
    #: What of the relation to another player is cancelled
    pact: Literal["treaty", "shared_vision"]
    #: How the seat votes
    vote: Literal["yes", "no", "abstain"]
    #: Number of the vote
    vote_no: float
    #: Policy (multiplier) that is set, by rule name
    policy: str
    #: Value the policy is set to
    setting: float
    #: Least and greatest chance of success, 0 to 1; only where it is uncertain and they are known
    odds: List[float]
    #: Chance that a fight ends with both sides alive, 0 to 1; only where the rules end fights early
    undecided: float
    #: Why it is urgent or useful
    reason: str
    #: What it costs; only what applies
    cost: OfferCost


_NumberedOfferOther = TypedDict("_NumberedOfferOther", {"from": str}, total=False)

class _NumberedOfferAlways(TypedDict):
    #: Number that may be sent back, with the version of this state, in place of all other fields
    action_index: int
    #: Name of the action, as action_type takes it
    type: str
    #: How useful it seems
    priority: Literal["high", "medium", "low"]
    #: It works at this state version; false where dice or what the seat cannot see decide
    certain: bool
    #: The action in words, with the names of what the ids stand for
    label: str


class NumberedOffer(_NumberedOfferAlways, _NumberedOfferOther, total=False):
    """Part of NumberedOffer."""

    #: Id of the unit or city that acts; absent for the nation
    actor_id: int
    #: Id of the unit that acts
    unit_id: int
    #: Id of the city that acts
    city_id: int
    #: What it acts on
    target: Union[Place, TargetId, TargetValue]
    #: Building or technology, where the action asks for one
    sub_target: str
    #: Kind of specialist that it becomes
    to: str
    #: Per cent of trade for gold, where rates are set
    tax: float
    #: Per cent of trade for luxury, where rates are set
    luxury: float
    #: Per cent of trade for bulbs, where rates are set
    science: float
    #: Part of the spaceship that is placed
    part: str
    #: What is put on a worklist, by rule name
    items: List[str]
    #: What workers are asked to do
    task: str
    #: Clause of a treaty: advance, gold, city, peace and so on
    clause: str
    #: Who gives what the clause says
    giver: Literal["me", "them"]
    #: What or how much the clause gives
    value: Union[str, float]
    #: Whether a treaty is accepted, or the acceptance taken back
    accepted: bool
    #: What of the relation to another player is cancelled
    pact: Literal["treaty", "shared_vision"]
    #: How the seat votes
    vote: Literal["yes", "no", "abstain"]
    #: Number of the vote
    vote_no: float
    #: Policy (multiplier) that is set, by rule name
    policy: str
    #: Value the policy is set to
    setting: float
    #: Least and greatest chance of success, 0 to 1; only where it is uncertain and they are known
    odds: List[float]
    #: Chance that a fight ends with both sides alive, 0 to 1; only where the rules end fights early
    undecided: float
    #: Why it is urgent or useful
    reason: str
    #: What it costs; only what applies
    cost: OfferCost


class ChoiceSchemaOneOfProperty(TypedDict):
    """Part of ChoiceSchemaOneOfProperty."""

    #: The one value of the field
    const: Any


class ChoiceSchemaOneOfPropertyForm2(TypedDict):
    """Part of ChoiceSchemaOneOfPropertyForm2."""

    #: The values of the field
    enum: List[Any]


class ChoiceSchemaOneOf(TypedDict):
    """Part of ChoiceSchemaOneOf."""

    #: Always object
    type: Literal["object"]
    #: Each field of the action and its possible values
    properties: Dict[str, Union[ChoiceSchemaOneOfProperty, ChoiceSchemaOneOfPropertyForm2]]
    #: All of the fields
    required: List[str]
    #: No other field is part of the choice
    additionalProperties: Literal[False]


_ChoiceSchemaOther = TypedDict("_ChoiceSchemaOther", {"$schema": str, "not": Dict[str, Any]}, total=False)

class ChoiceSchema(_ChoiceSchemaOther, total=False):
    """legal_actions: schema, a JSON Schema of exactly these choices"""

    #: One alternative for each actor and action; absent when there is nothing to do
    oneOf: List[ChoiceSchemaOneOf]


#: LegalActions, as several messages have it.
LegalActions = Union[List[Offer], List[NumberedOffer], ChoiceSchema]

class _FullStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Turn number; 0 before the first turn
    turn: int
    #: Calendar year of the turn; negative before the era
    year: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: movement: the player may act; turn_change: the server is between two turns; before_game: the first turn
    #: has not begun; attaching: a seat is being taken in a running game; game_over: the game has ended
    phase: Literal["before_game", "attaching", "movement", "turn_change", "game_over"]
    #: Player number of this seat; null for an observer of the whole game
    player_id: Union[int, None]
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: When the turn ends by itself, in seconds since 1970; null when it waits for its players
    deadline: Union[float, None]
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class FullState(_FullStateAlways, total=False):
    """The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are
    absent"""

    #: The ways to win that are enabled (freeciv setting `victories`): spacerace, allied, culture
    victory_conditions: List[str]
    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Only once the game is over: all players, best first
    final_ranking: List[FullStateFinalRanking]
    #: Size and shape of the map
    map: Map
    #: Own units and those of others in sight, by id
    units: List[Unit]
    #: Own cities and those of others that are known, by id
    cities: List[City]
    #: Every tile seen so far, row by row; `fog` tells which are in sight now
    visible_tiles: List[Tile]
    #: All players of the game, by player number
    players: Dict[str, Player]
    #: Technologies this player knows, by rule name; empty for an observer
    technologies: List[str]
    #: What this player researches; null for an observer
    research: Union[Research, None]
    #: Gold and income; null for an observer
    treasury: Union[Treasury, None]
    #: How the game may end, and where this player stands
    outlook: Outlook
    #: Treaties being negotiated, by the other player's number
    treaties: List[Treaty]
    #: The newest messages of the server, at most 40, oldest first
    messages: List[FullStateMessage]
    #: Orders of own units that go on over turns, by unit id
    standing_orders: List[FullStateStandingOrder]
    #: Own units that were woken, or whose order is over, and that were told nothing since
    units_asking: List[FullStateUnitsAsking]
    #: Standing plans: what the game does by itself until they end
    plans: List[Plan]
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    #: Only in a game that is sealed until it ends
    sealed: Literal[True]
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class StateUpdateFullTokens(TypedDict):
    """Only with max_tokens: what the state takes, counted with the o200k vocabulary"""

    #: Tokens of the whole state
    total: int
    #: Tokens of each section
    sections: Dict[str, int]


class _StateUpdateFullAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["full"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: FullState


class StateUpdateFull(_StateUpdateFullAlways, total=False):
    """Part of StateUpdateFull."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class _DeltaStateRemovedAlways(TypedDict):
    #: Ids of units that are gone or out of sight
    units: List[int]
    #: Ids of cities that are gone
    cities: List[int]


class DeltaStateRemoved(_DeltaStateRemovedAlways, total=False):
    """What is no longer there, or no longer seen"""

    #: Tiles that are no longer known
    visible_tiles: List[Place]
    #: Numbers of players that were removed
    players: List[int]
    #: Treaties no longer negotiated, by the number of the other player
    treaties: List[int]


class _DeltaStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Turn number; 0 before the first turn
    turn: int
    #: Calendar year of the turn; negative before the era
    year: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: movement: the player may act; turn_change: the server is between two turns; before_game: the first turn
    #: has not begun; attaching: a seat is being taken in a running game; game_over: the game has ended
    phase: Literal["before_game", "attaching", "movement", "turn_change", "game_over"]
    #: Player number of this seat; null for an observer of the whole game
    player_id: Union[int, None]
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: When the turn ends by itself, in seconds since 1970; null when it waits for its players
    deadline: Union[float, None]
    #: The version the delta begins at: applied to the full state of that version it gives `version`
    since_version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class DeltaState(_DeltaStateAlways, total=False):
    """Part of StateUpdateDeltaData."""

    #: The ways to win that are enabled (freeciv setting `victories`): spacerace, allied, culture
    victory_conditions: List[str]
    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Only once the game is over: all players, best first
    final_ranking: List[FullStateFinalRanking]
    #: Never true here: this delta has changes only
    full_resync: Literal[False]
    #: Size and shape of the map
    map: Map
    #: Own units and those of others in sight, by id
    units: List[Unit]
    #: Own cities and those of others that are known, by id
    cities: List[City]
    #: Every tile seen so far, row by row; `fog` tells which are in sight now
    visible_tiles: List[Tile]
    #: All players of the game, by player number
    players: Dict[str, Player]
    #: Technologies this player knows, by rule name; empty for an observer
    technologies: List[str]
    #: What this player researches; null for an observer
    research: Union[Research, None]
    #: Gold and income; null for an observer
    treasury: Union[Treasury, None]
    #: How the game may end, and where this player stands
    outlook: Outlook
    #: Treaties being negotiated, by the other player's number
    treaties: List[Treaty]
    #: The newest messages of the server, at most 40, oldest first
    messages: List[FullStateMessage]
    #: What is no longer there, or no longer seen
    removed: DeltaStateRemoved
    #: Orders of own units that go on over turns, by unit id
    standing_orders: List[FullStateStandingOrder]
    #: Own units that were woken, or whose order is over, and that were told nothing since
    units_asking: List[FullStateUnitsAsking]
    #: Standing plans: what the game does by itself until they end
    plans: List[Plan]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _DeltaResyncAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Turn number; 0 before the first turn
    turn: int
    #: Calendar year of the turn; negative before the era
    year: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: movement: the player may act; turn_change: the server is between two turns; before_game: the first turn
    #: has not begun; attaching: a seat is being taken in a running game; game_over: the game has ended
    phase: Literal["before_game", "attaching", "movement", "turn_change", "game_over"]
    #: Player number of this seat; null for an observer of the whole game
    player_id: Union[int, None]
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: When the turn ends by itself, in seconds since 1970; null when it waits for its players
    deadline: Union[float, None]
    #: The version that was asked for
    since_version: int
    #: The changes since that version are no longer held: this is the full state, to replace the old one
    full_resync: Literal[True]
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class DeltaResync(_DeltaResyncAlways, total=False):
    """Part of StateUpdateDeltaDataForm2."""

    #: The ways to win that are enabled (freeciv setting `victories`): spacerace, allied, culture
    victory_conditions: List[str]
    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Only once the game is over: all players, best first
    final_ranking: List[FullStateFinalRanking]
    #: Size and shape of the map
    map: Map
    #: Own units and those of others in sight, by id
    units: List[Unit]
    #: Own cities and those of others that are known, by id
    cities: List[City]
    #: Every tile seen so far, row by row; `fog` tells which are in sight now
    visible_tiles: List[Tile]
    #: All players of the game, by player number
    players: Dict[str, Player]
    #: Technologies this player knows, by rule name; empty for an observer
    technologies: List[str]
    #: What this player researches; null for an observer
    research: Union[Research, None]
    #: Gold and income; null for an observer
    treasury: Union[Treasury, None]
    #: How the game may end, and where this player stands
    outlook: Outlook
    #: Treaties being negotiated, by the other player's number
    treaties: List[Treaty]
    #: The newest messages of the server, at most 40, oldest first
    messages: List[FullStateMessage]
    #: Orders of own units that go on over turns, by unit id
    standing_orders: List[FullStateStandingOrder]
    #: Own units that were woken, or whose order is over, and that were told nothing since
    units_asking: List[FullStateUnitsAsking]
    #: Standing plans: what the game does by itself until they end
    plans: List[Plan]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateDeltaAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["delta"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: Union[DeltaState, DeltaResync]


class StateUpdateDelta(_StateUpdateDeltaAlways, total=False):
    """Part of StateUpdateDelta."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class LlmOptimizedStateStrategicSummaryRates(TypedDict):
    """Part of LlmOptimizedStateStrategicSummaryRates."""

    #: Per cent of trade that becomes gold
    tax: int
    #: Per cent of trade that becomes luxury
    luxury: int
    #: Per cent of trade that becomes bulbs
    science: int
    #: Highest per cent that each may be under the present government
    max: int


class LlmOptimizedStateStrategicSummaryResearch(TypedDict):
    """Part of LlmOptimizedStateStrategicSummaryResearch."""

    #: Technology being researched, by rule name; null for none
    researching: Union[str, None]
    #: Bulbs collected for it
    bulbs: int
    #: Bulbs it takes in all; null when nothing is researched
    cost: Union[int, None]
    #: Bulbs a turn, tech upkeep taken off; negative when the upkeep is more
    bulbs_per_turn: int
    #: Turns until it is known; null when it makes no progress
    turns: Union[int, None]
    #: Technology that research aims at in the long run; null for none
    goal: Union[str, None]


class _LlmOptimizedStateStrategicSummaryRivalAlways(TypedDict):
    #: Player number
    id: int
    #: Name of its leader
    name: str
    #: Nation as an adjective, for example "Roman"
    nation: str
    #: How it stands with this player
    relation: Literal["war", "peace", "ally", "ceasefire", "neutral"]
    #: Score; null without contact
    score: Union[int, None]
    #: Number of technologies it knows; null without an embassy
    techs: Union[int, None]
    #: Number of its cities that are known
    cities_seen: int


class LlmOptimizedStateStrategicSummaryRival(_LlmOptimizedStateStrategicSummaryRivalAlways, total=False):
    """Part of LlmOptimizedStateStrategicSummaryRival."""

    #: Only when it is destroyed
    is_alive: Literal[False]


class _LlmOptimizedStateStrategicSummaryAlways(TypedDict):
    #: Own cities
    cities_count: int
    #: Own units
    units_count: int
    #: Citizens of all own cities
    citizens: int
    #: Share of the ruleset's technologies that are known: below 5 %, 40 %, 80 %, or more
    tech_progress: Literal["starting", "developing", "advanced", "late"]
    #: Technologies this player knows
    techs_known: int
    #: Technologies that any player knows
    techs_known_anywhere: int
    #: Own forces against the strongest force in sight of one rival; weak with an undefended city
    military_strength: Literal["none", "weak", "medium", "strong"]
    #: Own units that can fight
    military_units: int
    #: Own score; null for an observer
    score: Union[int, None]
    #: Place by score among the living, 1 the best; null until the scores of all of them are known
    rank: Union[int, None]
    #: Players whose score is known, oneself included
    ranked_players: int
    #: Best score of the others; null when none is known
    best_rival_score: Union[int, None]
    #: Gold in the treasury; null for an observer
    gold: Union[int, None]
    #: Gold that the next turn change adds as things stand; negative for a loss
    gold_per_turn: int
    #: Own tax rates; null for an observer
    rates: Union[LlmOptimizedStateStrategicSummaryRates, None]
    #: Own form of government by its rule name; null for an observer
    government: Union[str, None]
    #: What is researched; null for an observer
    research: Union[LlmOptimizedStateStrategicSummaryResearch, None]
    #: The other players that were met, best score first
    rivals: List[LlmOptimizedStateStrategicSummaryRival]


class LlmOptimizedStateStrategicSummary(_LlmOptimizedStateStrategicSummaryAlways, total=False):
    """Where the player stands, in figures"""

    #: Infra points, for player_place_infra; only where the ruleset has any, since FreeCiv 3.1
    infra_points: int


class _LlmOptimizedStateThreatAlways(TypedDict):
    #: military, barbarians: units near a city; diplomatic: a ceasefire that runs out; economic: an empty
    #: treasury; spaceship: a rival's spaceship; nuclear: a nuclear weapon in sight; pollution: worked tiles
    #: to be cleaned
    type: Literal["military", "barbarians", "diplomatic", "economic", "spaceship", "nuclear", "pollution"]
    #: The threat in a sentence
    description: str
    #: How pressing it is
    severity: Literal["high", "medium", "low"]


class LlmOptimizedStateThreat(_LlmOptimizedStateThreatAlways, total=False):
    """Part of LlmOptimizedStateThreat."""

    #: Where it is; units only
    location: Place
    #: The player it comes from
    player_id: int
    #: Id of the city that is in danger
    city_id: int
    #: Attack points of all that is seen of it, with experience and effects
    strength: float
    #: Chance of its best unit to beat the city's best defender, 0 to 1, by the server's combat rules; 1 where
    #: it has no defender
    odds: float
    #: Chance that this fight ends with both sides alive, 0 to 1; only where the rules end fights early
    undecided: float
    #: Turns until its fastest unit can strike, by the ways it could take; 1: in its next turn
    turns_away: int


class _LlmOptimizedStateOpportunityLocationAlways(TypedDict):
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int


class LlmOptimizedStateOpportunityLocation(_LlmOptimizedStateOpportunityLocationAlways, total=False):
    """Part of LlmOptimizedStateOpportunityLocation."""

    #: Terrain by its rule name
    terrain: str
    #: Special resource; absent for none
    resource: str
    #: Worth of what a city at this site makes in its first 30 turns, by the yields of its tiles and its
    #: growth; food counts three, shields two, trade one; comparable among sites
    score: int
    #: Tiles from the nearest own city or unit
    distance: int
    #: Turn changes until the idle unit whose settle_at this is can found the city; 0: now
    turns: int
    #: What a city site gives, for example "centre 2/1/2 river; tiles 3/0/2 2/1/1; size 4": food/shields/trade
    #: of the centre, of the tiles that the first two citizens work, and the size after 30 turns
    why: str


class _LlmOptimizedStateOpportunityAlways(TypedDict):
    #: What kind of gain it is
    type: Literal["expansion", "hut", "exploration", "conquest", "diplomacy", "tech_trade", "government", "wonder"]
    #: The opportunity in a sentence
    description: str
    #: How promising it is
    priority: Literal["high", "medium", "low"]


class LlmOptimizedStateOpportunity(_LlmOptimizedStateOpportunityAlways, total=False):
    """Part of LlmOptimizedStateOpportunity."""

    #: How many cities have room within reach, one beside the other; counted to 20
    left: int
    #: Where it can be had, best first
    locations: List[LlmOptimizedStateOpportunityLocation]
    #: The player it concerns
    player_id: int
    #: Id of the city it concerns
    city_id: int


class _LlmOptimizedStateResearchOptionAlways(TypedDict):
    #: Technology by its rule name
    tech: str
    #: Bulbs it takes
    bulbs: int
    #: Turns from the first bulb on at the present rate; null: never
    turns: Union[int, None]


class LlmOptimizedStateResearchOption(_LlmOptimizedStateResearchOptionAlways, total=False):
    """Part of LlmOptimizedStateResearchOption."""

    #: Units, buildings and governments that need it, whatever else they need, at most 4
    allows: List[str]


_LlmOptimizedStateUnitsNeedingOrderOther = TypedDict("_LlmOptimizedStateUnitsNeedingOrderOther", {"in": str}, total=False)

class _LlmOptimizedStateUnitsNeedingOrderAlways(TypedDict):
    #: Unit id
    id: int
    #: Unit type by its rule name
    type: str
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Moves left in this turn, fractions included
    moves_left: float


class LlmOptimizedStateUnitsNeedingOrder(_LlmOptimizedStateUnitsNeedingOrderAlways, _LlmOptimizedStateUnitsNeedingOrderOther, total=False):
    """Part of LlmOptimizedStateUnitsNeedingOrder."""

    #: Hit points; only when it is damaged
    hp: int
    #: It could found a city where it stands
    can_found_city: Literal[True]
    #: A site for a city that is worth the way
    settle_at: Place


class LlmOptimizedStateOwnCityAdvice(TypedDict):
    """What it should build instead"""

    #: What it should build, by rule name
    build: str
    #: The reason in a few words
    why: str


class _LlmOptimizedStateOwnCityAlways(TypedDict):
    #: City id
    id: int
    #: Name of the city
    name: str
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Citizens
    size: int
    #: What it builds, by rule name; null when not known
    building: Union[str, None]
    #: Turns until that is built, and the city has grown enough for a unit that citizens leave with; null:
    #: never at the present surplus
    turns: Union[int, None]
    #: Surplus of food a turn
    food: int
    #: Surplus of shields a turn
    shields: int
    #: Surplus of gold a turn
    gold: int
    #: Bulbs a turn
    science: int
    #: Own units in it that can fight
    defenders: int


class LlmOptimizedStateOwnCity(_LlmOptimizedStateOwnCityAlways, total=False):
    """Part of LlmOptimizedStateOwnCity."""

    #: Gold to finish it now; only where the treasury has enough
    buy_cost: int
    #: Turns until it grows; absent when it does not
    grows_in: int
    #: What is wrong; too_small: it has too few citizens for the unit it builds
    problems: List[Literal["disorder", "starving", "undefended", "coinage", "stalled", "too_small"]]
    #: What it should build instead
    advice: LlmOptimizedStateOwnCityAdvice


class _LlmOptimizedStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Turn number; 0 before the first turn
    turn: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: movement: the player may act; turn_change: the server is between two turns; before_game: the first turn
    #: has not begun; attaching: a seat is being taken in a running game; game_over: the game has ended
    phase: Literal["before_game", "attaching", "movement", "turn_change", "game_over"]
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: The game ends with this turn (freeciv setting `endturn`), and the best score wins; null when not told
    last_turn: Union[int, None]
    #: Player number of this seat; null for an observer of the whole game
    player_id: Union[int, None]
    #: Size and shape of the map and where it is joined, for example "78x52 square, round in x"
    map_shape: str
    #: How many more of them there are
    units_needing_orders_more: int
    #: How many more there are
    own_cities_more: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class LlmOptimizedState(_LlmOptimizedStateAlways, total=False):
    """The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are
    absent"""

    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Where the player stands, in figures
    strategic_summary: LlmOptimizedStateStrategicSummary
    #: What to see to first: a word for what to do, a colon and what it is about; most pressing first
    immediate_priorities: List[str]
    #: What may harm this player, worst first, at most 6; each own city that enemies can reach comes once
    #: first
    threats: List[LlmOptimizedStateThreat]
    #: How many more there are: state_query {format: "brief", sections: ["threats"]} names all
    threats_more: int
    #: What this player could gain, best first, at most 9
    opportunities: List[LlmOptimizedStateOpportunity]
    #: Treaties being negotiated; absent for none
    treaties: List[Treaty]
    #: Technologies that could be researched now, the cheapest first, at most 5
    research_options: List[LlmOptimizedStateResearchOption]
    #: Own units that can move and have nothing to do, founders of cities first, at most 14
    units_needing_orders: List[LlmOptimizedStateUnitsNeedingOrder]
    #: All other own units: how many by type and activity, for example "workers gen_road"
    units_busy: Dict[str, int]
    #: Own cities, those with problems first, at most 20
    own_cities: List[LlmOptimizedStateOwnCity]
    #: The server's sentences since the last turn began, newest last, at most 8
    recent_events: List[str]
    #: Own units that were woken, or whose order is over, and that were told nothing since
    units_asking: List[FullStateUnitsAsking]
    #: Standing plans: what the game does by itself until they end
    plans: List[Plan]
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    #: Only in a game that is sealed until it ends
    sealed: Literal[True]
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateLlmOptimizedAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["llm_optimized"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: LlmOptimizedState


class StateUpdateLlmOptimized(_StateUpdateLlmOptimizedAlways, total=False):
    """Part of StateUpdateLlmOptimized."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class _SceneStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: The position in sentences, then a map in letters with its legend; paragraphs are divided by empty lines
    scene: str


class SceneState(_SceneStateAlways, total=False):
    """The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are
    absent"""

    #: Turn number; 0 before the first turn
    turn: int
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateSceneAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["scene"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: SceneState


class StateUpdateScene(_StateUpdateSceneAlways, total=False):
    """Part of StateUpdateScene."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class TurnsEnded(TypedDict):
    """TurnsEnded, as several messages have it."""

    #: How many turns have passed since the request
    turns: int
    #: turn: the turns asked for have passed. lost, attacked, contact, treaty, threat: that happened.
    #: disorder, research, settlers, unit: a new entry of `decisions`. production: such an entry, or a city
    #: without work. learned: a technology that opens something. gold: it pays for what a city waits for.
    #: plan: a standing plan failed. note: an own note is due. paused (E144), recovery (E123), person (E145:
    #: one plays the seat now), game_over, defeated: the game cannot go on. stop: a stop request. deadline:
    #: the turn still waits for others; ask again
    why: Literal["turn", "lost", "attacked", "war", "found", "contact", "treaty", "threat", "disorder", "research", "settlers", "unit", "production", "learned", "gold", "plan", "note", "defeated", "game_over", "paused", "recovery", "person", "stop", "deadline"]


class BriefStateAdviceDo(TypedDict):
    """The action as it is sent: `data` of an `action`, or an entry of an `action_batch`"""

    #: Name of the action
    action_type: str


class BriefStateAdvice(TypedDict):
    """Part of BriefStateAdvice."""

    #: The action as it is sent: `data` of an `action`, or an entry of an `action_batch`
    do: BriefStateAdviceDo
    #: The reason in a few words, with its numbers
    why: str


class BriefNationResearch(TypedDict):
    """Part of BriefNationResearch."""

    #: What is researched, by rule name; null for nothing
    name: Union[str, None]
    #: Turns until it is known; null: never at the present rate
    turns: Union[int, None]
    #: Bulbs a turn, after upkeep of technologies
    bulbs_per_turn: int


class _BriefNationAlways(TypedDict):
    #: Gold in the treasury
    gold: int
    #: Change of it a turn
    gold_per_turn: int
    #: Per cent of trade for tax, luxury and science, for example "40/10/50"
    rates: str
    #: Form of government, by rule name
    government: Union[str, None]
    #: Research; null for an observer
    research: Union[BriefNationResearch, None]
    #: Own score; null when it is not known
    score: Union[int, None]
    #: Place by score among the living; null unless the scores of all of them are known
    rank: Union[int, None]


class BriefNation(_BriefNationAlways, total=False):
    """BriefNation, as several messages have it."""

    #: Only while `rank` is null: the place among the players whose score is known, and how to learn the other
    #: scores
    place: str


class _BriefStateAlways(TypedDict):
    #: Turn number; 0 before the first turn
    turn: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class BriefState(_BriefStateAlways, total=False):
    """Part of StateUpdateBriefData."""

    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Only in the answer of end_turn: what it was answered for
    ended: TurnsEnded
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    #: Only in the first brief of an agent: the map, the players, the last turn and what counts as score
    game: str
    #: Only in the first brief of an agent that asks for them at its login: what it wrote in earlier games
    lessons: str
    #: What happened, gravest first: lost, attacked, war, unrest, learned, found, contact, treaty, wonder,
    #: stalled, news
    happened: List[str]
    #: What needs a decision: a word for what to do, and what it is about. One line for a unit
    decisions: List[str]
    #: What may harm this player, worst first
    threats: List[str]
    #: Consequences of decisions by the rules of this game, the weightiest first, at most 5
    counsel: List[str]
    #: Actions ready to be sent that seem best now, most urgent first. None is done by itself
    advice: List[BriefStateAdvice]
    #: Only when asked for by `sections`: each own unit, its place, home city, upkeep and orders
    units: List[str]
    #: The nation in figures; null for an observer
    nation: Union[BriefNation, None]
    #: How many lines of each list are left out for shortness; state_query {format: "brief", sections: [list]}
    #: has all
    more: Dict[str, int]
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _BriefTextAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Only with as: "text": the brief as lines of text
    brief: str


class BriefText(_BriefTextAlways, total=False):
    """Part of StateUpdateBriefDataForm2."""

    #: Turn number; 0 before the first turn
    turn: int
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateBriefAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["brief"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: Union[BriefState, BriefText]


class StateUpdateBrief(_StateUpdateBriefAlways, total=False):
    """Part of StateUpdateBrief."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class _StateUpdateDigestDataScoreAlways(TypedDict):
    #: Score now
    score: int


class StateUpdateDigestDataScore(_StateUpdateDigestDataScoreAlways, total=False):
    """Part of StateUpdateDigestDataScore."""

    #: What was added since the last digest; absent in the first one
    change: int


class StateUpdateDigestDataMore(TypedDict, total=False):
    """What else is left out; absent when nothing is. state_query {format: "digest"} has all of it"""

    #: How many more dangers there are
    dangers: int
    #: How many more sentences need a decision
    needs_decision: int
    #: How many more scores are known
    scores: int
    #: How many sentences end with … because they are too long
    shortened: int


class _StateUpdateDigestDataAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Turn number; 0 before the first turn
    turn: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: How many more there were: state_query {format: "digest"} has them all
    happened_more: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]


class StateUpdateDigestData(_StateUpdateDigestDataAlways, total=False):
    """The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are
    absent"""

    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Plans that are done, then the server's sentences since the turn before began, the gravest first
    happened: List[str]
    #: Enemies near own cities and other dangers, worst first, at most 3
    dangers: List[str]
    #: Plans that failed, then the most urgent of the immediate priorities; at most 5 sentences
    needs_decision: List[str]
    #: Known scores by the name of the leader, oneself first, at most 6
    scores: Dict[str, StateUpdateDigestDataScore]
    #: What else is left out; absent when nothing is. state_query {format: "digest"} has all of it
    more: StateUpdateDigestDataMore
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateDigestAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["digest"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: StateUpdateDigestData


class StateUpdateDigest(_StateUpdateDigestAlways, total=False):
    """Part of StateUpdateDigest."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class _MapStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Which columns and rows are shown and around which tile; what lies outside is in no list
    window: str
    #: x of each symbol of a row, in order
    columns: str


class MapState(_MapStateAlways, total=False):
    """Part of StateUpdateMapData."""

    #: Turn number; 0 before the first turn
    turn: int
    #: Only with radius 0: the terrain of the tile, what is on it, what it yields now and who works it
    tile: str
    #: For each row its y, then a symbol for each tile after a space, every fifth column with its x before a
    #: colon: a letter for the terrain, one more for what is on it, both as capitals where a resource is; #
    #: our city, @ another, ? unknown. After | whose land it is and what is in fog, by columns
    rows: List[str]
    #: What the symbols that occur in the rows mean
    legend: List[str]
    #: Each resource in the window, with the places of its tiles as x,y
    resources: List[str]
    #: Cities in the window, nearest to its middle first: place, owner, name, id
    cities: List[str]
    #: Units in the window by tile and owner, nearest to its middle first: place, owner, types and ids
    units: List[str]
    #: How many entries of `cities` and `units` are left out for shortness; state_query {format: "map",
    #: sections: ["units"]} has all
    more: Dict[str, int]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _MapTextAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Only with as: "text": the window as lines of text
    map: str


class MapText(_MapTextAlways, total=False):
    """Part of StateUpdateMapDataForm2."""

    #: Turn number; 0 before the first turn
    turn: int
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateMapAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["map"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: Union[MapState, MapText]


class StateUpdateMap(_StateUpdateMapAlways, total=False):
    """Part of StateUpdateMap."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class CitiesStateCityTile(TypedDict):
    """Part of CitiesStateCityTile."""

    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Food a turn
    food: int
    #: Shields a turn
    shield: int
    #: Trade points a turn
    trade: int


class _CitiesStateCityOutputsFoodAlways(TypedDict):
    #: What tiles, specialists, trade routes, taxes and buildings bring
    gross: int
    #: gross - lost - upkeep
    net: int


class CitiesStateCityOutputsFood(_CitiesStateCityOutputsFoodAlways, total=False):
    """Food a turn"""

    #: Corruption, waste and what disorder takes; absent for 0
    lost: int
    #: Spent on citizens, units and buildings; absent for 0
    upkeep: int


class CitiesStateCityOutputs(TypedDict, total=False):
    """What it makes in a turn; outputs of which it makes and spends nothing are absent"""

    #: Food a turn
    food: CitiesStateCityOutputsFood
    #: Shields (production points) a turn
    shield: CitiesStateCityOutputsFood
    #: Trade points a turn, before they are divided by the tax rates
    trade: CitiesStateCityOutputsFood
    #: Gold a turn
    gold: CitiesStateCityOutputsFood
    #: Luxury points a turn
    luxury: CitiesStateCityOutputsFood
    #: Bulbs (research points) a turn
    science: CitiesStateCityOutputsFood


class CitiesStateCityCitizens(TypedDict, total=False):
    """What its citizens are: specialists, and the others by mood"""

    #: Happy citizens; absent for 0
    happy: int
    #: Content citizens; absent for 0
    content: int
    #: Unhappy citizens; absent for 0
    unhappy: int
    #: Angry citizens, each of whom counts as two unhappy ones; absent for 0
    angry: int
    #: Citizens who work no tile, by kind in the plural; absent when there are none
    specialists: Dict[str, int]


class CitiesStateCityBuilding(TypedDict):
    """Part of CitiesStateCityBuilding."""

    #: What the city builds, by rule name
    name: str
    #: Turn in which it is there; null: never at this surplus, or it is coinage
    turn: Union[int, None]
    #: Shields that are there already; they alone do not make a row a changed one
    stock: int
    #: Shields it takes in all; null for coinage
    cost: Union[int, None]


_CitiesStateCityBestSwapOther = TypedDict("_CitiesStateCityBestSwapOther", {"from": Place}, total=False)

class _CitiesStateCityBestSwapAlways(TypedDict):
    #: The tile to work instead
    to: Place
    #: What the city has more of by it, after upkeep and corruption; nothing gets less
    gain: UnitUpkeep


class CitiesStateCityBestSwap(_CitiesStateCityBestSwapAlways, _CitiesStateCityBestSwapOther, total=False):
    """The best change of one tile for another by which nothing gets less; absent when there is none"""

    pass


class _CitiesStateCityPlanAlways(TypedDict):
    #: Id of a standing plan
    id: str


class CitiesStateCityPlan(_CitiesStateCityPlanAlways, total=False):
    """Part of CitiesStateCityPlan."""

    #: Of a city_plan: what of its list the city has not got yet, by rule name; it alone does not make a row a
    #: changed one
    left: List[str]
    #: Of a city_focus: what the city makes most of
    focus: Literal["food", "shields", "trade", "gold", "luxury", "science"]


class _CitiesStateCityAlways(TypedDict):
    #: City id
    id: int
    #: Name of the city
    name: str
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Citizens
    size: int
    #: The tiles it works and what each yields; its centre is the first
    tiles: List[CitiesStateCityTile]
    #: What it makes in a turn; outputs of which it makes and spends nothing are absent
    outputs: CitiesStateCityOutputs
    #: What its citizens are: specialists, and the others by mood
    citizens: CitiesStateCityCitizens
    #: Its buildings and wonders, by rule name
    improvements: List[str]
    #: What it builds; null when that is not known
    building: Union[CitiesStateCityBuilding, None]


class CitiesStateCity(_CitiesStateCityAlways, total=False):
    """Part of CitiesStateCity."""

    #: Civil disorder: no production and no taxes
    disorder: Literal[True]
    #: With one citizen more at work it would be in disorder at these rates; the server makes one a specialist
    #: where it can
    unrest_next: Literal[True]
    #: It celebrated at the last turn change
    celebrates: Literal[True]
    #: Turn in which it has one citizen more at this surplus
    grows_turn: int
    #: Turn in which hunger takes a citizen or a unit
    starves_turn: int
    #: The best change of one tile for another by which nothing gets less; absent when there is none
    best_swap: CitiesStateCityBestSwap
    #: The standing plans that hold for it
    plans: List[CitiesStateCityPlan]


class _CitiesStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: How many rows are left out
    unchanged: int


class CitiesState(_CitiesStateAlways, total=False):
    """Part of StateUpdateCitiesData."""

    #: Turn number; 0 before the first turn
    turn: int
    #: Rows that are as they were at this version are left out; absent: the rows of all cities are there
    since: int
    #: Ids of cities that had a row and are no longer own ones; absent when there are none
    gone: List[int]
    #: A row for each own city, by id
    cities: List[CitiesStateCity]
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _CitiesTextAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Only with as: "text": a line for each city, which begins with its id
    rows: str


class CitiesText(_CitiesTextAlways, total=False):
    """Part of StateUpdateCitiesDataForm2."""

    #: Turn number; 0 before the first turn
    turn: int
    #: The players that the turn waits for; only once this seat has ended its turn
    waiting_for: List[WaitingFor]
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateCitiesAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["cities"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: Union[CitiesState, CitiesText]


class StateUpdateCities(_StateUpdateCitiesAlways, total=False):
    """Part of StateUpdateCities."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


_OptionsStateOptionOther = TypedDict("_OptionsStateOptionOther", {"from": str}, total=False)

class _OptionsStateOptionAlways(TypedDict):
    #: Name of the action: send it as action_type, with the actor_id of this answer
    action: str
    #: What comes of it by the rules of this game: turns, costs, yields now and after. Food, shields and trade
    #: are written 1/2/0
    what: str


class OptionsStateOption(_OptionsStateOptionAlways, _OptionsStateOptionOther, total=False):
    """Part of OptionsStateOption."""

    #: What it acts on; send it as it is
    target: Union[Place, TargetId, str, float]
    #: Building or technology, where the action asks for one
    sub_target: str
    #: Kind of specialist that it becomes
    to: str
    #: Per cent of trade for gold, where rates are set
    tax: float
    #: Per cent of trade for luxury, where rates are set
    luxury: float
    #: Per cent of trade for bulbs, where rates are set
    science: float
    #: Part of the spaceship that is placed
    part: str
    #: What is put on a worklist, by rule name
    items: List[str]
    #: What workers are asked to do
    task: str
    #: Clause of a treaty: advance, gold, city, peace and so on
    clause: str
    #: Who gives what the clause says
    giver: Literal["me", "them"]
    #: What or how much the clause gives
    value: Union[str, float]
    #: Whether a treaty is accepted, or the acceptance taken back
    accepted: bool
    #: What of the relation to another player is cancelled
    pact: Literal["treaty", "shared_vision"]
    #: How the seat votes
    vote: Literal["yes", "no", "abstain"]
    #: Number of the vote
    vote_no: float
    #: Policy (multiplier) that is set, by rule name
    policy: str
    #: Value the policy is set to
    setting: float
    #: Least and greatest chance of success, 0 to 1; only where it is uncertain and they are known
    odds: List[float]
    #: Chance that a fight ends with both sides alive, 0 to 1; only where the rules end fights early
    undecided: float


class _OptionsStateAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Who it is about: name, place and what it does now
    actor: str
    #: What it can do now, the best first; as many as fit 300 tokens, with `sections` all of those actions
    options: List[OptionsStateOption]


class OptionsState(_OptionsStateAlways, total=False):
    """Part of StateUpdateOptionsData."""

    #: Turn number; 0 before the first turn
    turn: int
    #: Id of the unit or city; absent for the nation
    actor_id: int
    #: How many more ways there are of each action
    more: Dict[str, int]
    #: How to ask for the rest
    ask: str
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _OptionsTextAlways(TypedDict):
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Seconds until the turn ends by itself, when the state was made; null when it waits for its players
    seconds_left: Union[int, None]
    #: Only with as: "text": the options as lines of text
    options: str


class OptionsText(_OptionsTextAlways, total=False):
    """Part of StateUpdateOptionsDataForm2."""

    #: Turn number; 0 before the first turn
    turn: int
    legal_actions: LegalActions
    #: How many more there are of each type that are left out; only where a limit applies
    legal_actions_more: Dict[str, int]


class _StateUpdateOptionsAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["options"]
    #: The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent
    data: Union[OptionsState, OptionsText]


class StateUpdateOptions(_StateUpdateOptionsAlways, total=False):
    """Part of StateUpdateOptions."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


#: `data` of state_update. Answers state_query.
StateUpdate = Union[StateUpdateFull, StateUpdateDelta, StateUpdateLlmOptimized, StateUpdateScene, StateUpdateBrief, StateUpdateDigest, StateUpdateMap, StateUpdateCities, StateUpdateOptions]

class Action(TypedDict, total=False):
    """`data` of action. Carries out one action; the answer is its verdict."""

    #: Name of the action: see docs/actions.md
    action_type: str
    #: Another name of action_type
    type: str
    #: Id of the unit or city that acts
    actor_id: int
    #: Another name of actor_id, for units
    unit_id: int
    #: Another name of actor_id, for cities
    city_id: int
    #: What it acts on: {x, y}, {id}, {value}, a name or a number
    target: Any
    #: Number of a legal action as a state of this `version` gave it; it stands for all other fields
    action_index: int
    #: With action_index: version of the state that gave the number
    version: int
    #: compact: the answer is compact_result; the choice of llm_connect without it
    verbosity: Literal["full", "compact"]
    #: The turn it is for; by default the one under way when it comes. E133 when that is over before its time
    #: comes
    turn: int
    #: Further fields of the action; validate: false leaves the rules to the game server
    parameters: Dict[str, Any]


class _BriefAlways(TypedDict):
    #: Turn number; 0 before the first turn
    turn: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int


class Brief(_BriefAlways, total=False):
    """Brief, as several messages have it."""

    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: Only in the answer of end_turn: what it was answered for
    ended: TurnsEnded
    #: The task of the game and how it stands; only in a game of a scenario
    scenario: ScenarioState
    #: Only in the first brief of an agent: the map, the players, the last turn and what counts as score
    game: str
    #: Only in the first brief of an agent that asks for them at its login: what it wrote in earlier games
    lessons: str
    #: What happened, gravest first: lost, attacked, war, unrest, learned, found, contact, treaty, wonder,
    #: stalled, news
    happened: List[str]
    #: What needs a decision: a word for what to do, and what it is about. One line for a unit
    decisions: List[str]
    #: What may harm this player, worst first
    threats: List[str]
    #: Consequences of decisions by the rules of this game, the weightiest first, at most 5
    counsel: List[str]
    #: Actions ready to be sent that seem best now, most urgent first. None is done by itself
    advice: List[BriefStateAdvice]
    #: Only when asked for by `sections`: each own unit, its place, home city, upkeep and orders
    units: List[str]
    #: The nation in figures; null for an observer
    nation: Union[BriefNation, None]
    #: How many lines of each list are left out for shortness; state_query {format: "brief", sections: [list]}
    #: has all
    more: Dict[str, int]


class _EnclosedStateAlways(TypedDict):
    #: Always state_response
    type: Literal["state_response"]
    #: The format that was asked for
    format: Literal["full", "delta", "llm_optimized", "scene", "brief", "digest", "map", "cities", "options"]
    #: The state, as a state_update of that format has it
    data: Dict[str, Any]


class EnclosedState(_EnclosedStateAlways, total=False):
    """EnclosedState, as several messages have it."""

    #: Only with max_tokens: what the state takes, counted with the o200k vocabulary
    tokens: StateUpdateFullTokens
    #: Only with max_tokens: how many entries of each section did not fit; of lists always the last
    omitted: Dict[str, int]


class _ActionOutcomeAlways(TypedDict):
    #: Names this execution, for example in audit logs and in action_not_restored
    action_id: str
    #: What happened, in the terms of the action; its fields depend on action_type
    state_change: Dict[str, Any]


class ActionOutcome(_ActionOutcomeAlways, total=False):
    """ActionOutcome, as several messages have it."""

    #: Only of an end_turn with `until`: the brief of the turn that has come, as text if that was asked for
    brief: Union[Brief, str]
    #: Only of an end_turn with `state`: that state of the turn that has come; absent where there is none, as
    #: after the end of the game
    state: EnclosedState
    #: Only of an end_turn with `state`: what it was answered for
    ended: TurnsEnded


class EntityFacts(TypedDict, total=False):
    """EntityFacts, as several messages have it."""

    #: Unit: its type, as written for people
    type: str
    #: Unit, city: player number of the owner
    owner: int
    #: Column of the tile, from 0 in the west (native coordinates)
    x: int
    #: Row of the tile, from 0 in the north (native coordinates)
    y: int
    #: Unit: hit points
    hp: int
    #: Unit: veteran level
    veteran: int
    #: Unit: what it does
    activity: str
    #: Own unit: moves left, fractions included
    moves_left: float
    #: Own unit: id of its home city; 0 for none
    home_city: int
    #: Own unit: whether it has a route
    has_orders: bool
    #: City: its name
    name: str
    #: City: citizens
    size: int
    #: Own city: what it builds
    production: str
    #: Own city: shields collected
    shield_stock: int
    #: Player: gold
    gold: int
    #: Player: form of government
    government: str
    #: Player: per cent of trade for gold
    tax: int
    #: Player: per cent of trade for luxury
    luxury: int
    #: Player: per cent of trade for bulbs
    science: int
    #: Player: whether it has ended its turn
    turn_done: bool
    #: Research: the technology, or none
    researching: str
    #: Research: the technology aimed at, or none
    goal: str
    #: Research: bulbs collected
    bulbs: int


class _ChangeAlways(TypedDict):
    #: What is different
    kind: Literal["unit", "city", "player", "research"]
    #: Id of the unit or city; number of the own player for the other kinds
    id: int


class Change(_ChangeAlways, total=False):
    """Change, as several messages have it."""

    #: Its fields before, only those that changed; absent for what is new
    before: EntityFacts
    #: The same fields afterwards; absent for what is no longer there to be seen
    after: EntityFacts
    #: Only without `after`. died: killed in a fight; gone: an own unit, or a city, that is no more;
    #: handed_over: an own unit that went with its city and is now another player's; unknown: a unit of others
    #: that is no longer seen, alive or not
    fate: Literal["died", "gone", "handed_over", "unknown"]


class _ActionResultAlways(TypedDict):
    #: Always action_result
    type: Literal["action_result"]
    #: Whether the action was applied
    success: bool
    #: applied: the game has changed as asked; no_effect: nothing came of it, and nothing was refused
    outcome: Literal["applied", "no_effect"]
    #: Name of the action that was done
    action_type: str
    result: ActionOutcome
    #: State version after the action
    version: int
    #: The server's sentences about it
    server_messages: List[str]
    #: Everything this seat saw change meanwhile
    changes: List[Change]


class ActionResult(_ActionResultAlways, total=False):
    """ActionResult, as several messages have it."""

    #: With no_effect: why, as far as that is known
    reason: str
    #: Unknown fields of the action; absent for none
    warnings: List[str]
    #: With no_effect: it is as the action wants it already, so nothing needs to be done
    already: Literal[True]


class _ActionBatchAlways(TypedDict):
    #: The actions, each with the fields of an action
    actions: List[Dict[str, Any]]


class ActionBatch(_ActionBatchAlways, total=False):
    """`data` of action_batch. Carries out several actions in order; the answer has a verdict for each."""

    #: Given back in the answer
    request_id: str
    #: compact: the answer is compact_result; the choice of llm_connect without it
    verbosity: Literal["full", "compact"]
    #: Whether the actions after one that failed are left out
    stop_on_error: bool
    #: true: the answer has the decisions that are new since the agent was told of some
    decisions: bool
    #: true: nothing is done; each result says whether the action is valid (`checked`), or why not
    dry_run: bool
    #: true: all actions are done or none. All are checked first, and one that cannot be undone is refused;
    #: when one fails all the same, those before it are taken back
    all_or_nothing: bool


class _BatchVerdictAlways(TypedDict):
    #: Place of the action in the batch, from 0
    index: int
    #: Always action_result
    type: Literal["action_result"]
    #: Whether the action was applied
    success: bool
    #: applied: the game has changed as asked; no_effect: nothing came of it, and nothing was refused
    outcome: Literal["applied", "no_effect"]
    #: Name of the action that was done
    action_type: str
    result: ActionOutcome
    #: State version after the action
    version: int
    #: The server's sentences about it
    server_messages: List[str]
    #: Everything this seat saw change meanwhile
    changes: List[Change]


class BatchVerdict(_BatchVerdictAlways, total=False):
    """Part of ActionBatchResultResultActionResult."""

    #: With no_effect: why, as far as that is known
    reason: str
    #: Unknown fields of the action; absent for none
    warnings: List[str]
    #: With no_effect: it is as the action wants it already, so nothing needs to be done
    already: Literal[True]


class _BatchFailureErrorAlways(TypedDict):
    #: Error code
    code: Literal["E101", "E102", "E103", "E104", "E105", "E106", "E107", "E110", "E111", "E112", "E113", "E120", "E121", "E122", "E123", "E124", "E125", "E126", "E130", "E131", "E132", "E133", "E134", "E135", "E140", "E141", "E142", "E143", "E144", "E145", "E146", "E500"]
    #: A sentence to act on
    message: str


class BatchFailureError(_BatchFailureErrorAlways, total=False):
    """Why it was not done; E134: left out, or taken back"""

    #: The field at fault
    path: str
    #: More about it; the fields depend on the code
    details: Dict[str, Any]


class BatchFailure(TypedDict):
    """Part of ActionBatchResultResultForm2."""

    #: Place of the action in the batch, from 0
    index: int
    #: The action was not done
    success: Literal[False]
    #: Why it was not done; E134: left out, or taken back
    error: BatchFailureError


class _ActionBatchResultCheckAlways(TypedDict):
    #: Place of the action in the batch, from 0
    index: int
    #: Whether it may be sent, as far as that is known without the game server
    valid: bool


class ActionBatchResultCheck(_ActionBatchResultCheckAlways, total=False):
    """Part of ActionBatchResultCheck."""

    #: Actions before it in the batch decide whether the rules allow it
    depends: Literal[True]
    #: Why it is not valid
    error: BatchFailureError


class _ActionBatchResultAlways(TypedDict):
    #: Always action_batch_result
    type: Literal["action_batch_result"]
    #: Whether no action failed; of a dry_run, whether all are valid
    success: bool
    #: One for each action, in their order; empty for a dry_run
    results: List[Union[BatchVerdict, BatchFailure]]


class ActionBatchResult(_ActionBatchResultAlways, total=False):
    """`data` of action_batch_result. Answers action_batch."""

    #: The request_id of the batch, if it had one
    request_id: str
    #: Only of a dry_run: one for each action
    checks: List[ActionBatchResultCheck]
    #: Only where asked for: what needs a decision and was not told before, as in a brief
    decisions: List[str]


class Stop(TypedDict, total=False):
    """`data` of stop. Ends the running batches of the agent, or cancels the orders of a unit."""

    #: The unit whose orders are cancelled; all running batches and waits for turns end without it
    unit_id: int
    #: Another name of unit_id
    actor_id: int


class StopResultStopped(TypedDict):
    """Part of StopResultStopped."""

    #: Id of the unit whose orders were to be cancelled
    unit_id: int
    #: no_effect: it had no orders
    outcome: Literal["applied", "no_effect"]


class StopResultStoppedForm2(TypedDict):
    """Part of StopResultStoppedForm2."""

    #: Batches that end after the action they are at
    batches: int


class StopResult(TypedDict):
    """`data` of stop_result. Answers stop."""

    #: What was stopped: the orders of a unit, or all running batches
    stopped: Union[StopResultStopped, StopResultStoppedForm2]


class _RulesQueryAlways(TypedDict):
    #: What to look up, by any of its names
    name: str


class RulesQuery(_RulesQueryAlways, total=False):
    """`data` of rules_query. Looks up a name in the rules of this game."""

    #: Where to look; everywhere when not given
    kind: Literal["unit", "building", "tech", "government", "terrain", "extra", "concept"]
    #: true: answers `names`, the names that begin with `name`, and no entries
    names: bool


class _RulesAnswerEntryAlways(TypedDict):
    #: What it is
    kind: Literal["unit", "building", "tech", "government", "terrain", "extra", "concept"]
    #: Rule name, as actions take it
    name: str
    #: Name as it is written for people
    title: str
    #: Its rules in plain sentences, made from the ruleset itself
    sentences: List[str]


class RulesAnswerEntry(_RulesAnswerEntryAlways, total=False):
    """Part of RulesAnswerEntry."""

    #: The ruleset's own description, at most 900 characters; absent where it has none
    help: str


class _RulesAnswerAlways(TypedDict):
    #: Everything of that name
    entries: List[RulesAnswerEntry]


class RulesAnswer(_RulesAnswerAlways, total=False):
    """`data` of rules_answer. Answers rules_query."""

    #: Only where `names` was asked for: what begins with the name, without regard to capitals, 200 at most
    names: List[str]


class _NotesAddAlways(TypedDict):
    #: What to write down
    text: str


class NotesAdd(_NotesAddAlways, total=False):
    """Part of NotesAdd."""

    #: The turn whose turn_start reminds of it
    due_turn: int


class Notes(TypedDict, total=False):
    """`data` of notes. Adds and removes notes of the agent; the answer has all of them."""

    #: Notes to write down
    add: List[NotesAdd]
    #: Ids of notes
    remove: List[int]


class _NoteAlways(TypedDict):
    #: Number of the note
    id: int
    #: What was written down
    text: str
    #: Turn in which it was written
    turn: int


class Note(_NoteAlways, total=False):
    """Note, as several messages have it."""

    #: Turn whose digest reminds of it
    due_turn: int


class NotesAnswer(TypedDict):
    """`data` of notes_answer. Answers notes."""

    #: All notes of the agent, oldest first
    notes: List[Note]


class TranscriptBlock(TypedDict, total=False):
    """Part of TranscriptBlock."""

    #: Our own form: with `text`, or `name` and `arguments`
    kind: Literal["reasoning", "text", "tool_call", "tool_result"]
    #: A block of Anthropic or of OpenAI’s responses
    type: str
    #: A message of OpenAI’s chat completions
    role: str


class TranscriptUsage(TypedDict, total=False):
    """What the model has used for these blocks"""

    #: Tokens of these blocks alone
    input_tokens: Union[int, None]
    #: Tokens of these blocks alone
    output_tokens: Union[int, None]
    #: Tokens of these blocks alone
    cache_creation_input_tokens: Union[int, None]
    #: Tokens of these blocks alone
    cache_read_input_tokens: Union[int, None]
    #: Tokens of these blocks alone
    prompt_tokens: Union[int, None]
    #: Tokens of these blocks alone
    completion_tokens: Union[int, None]


class Transcript(TypedDict, total=False):
    """`data` of transcript. Shows spectators what the agent’s model thinks and does, in the blocks of its
    provider. Other agents never get it; the answer says how much of it is shown."""

    #: What was thought and done, oldest first
    blocks: List[TranscriptBlock]
    #: The model, where it is not that of llm_connect
    model: str
    #: What the model has used for these blocks
    usage: TranscriptUsage
    #: The turn it is about; by default the one under way
    turn: int


class TranscriptResult(TypedDict):
    """`data` of transcript_result. Answers transcript."""

    #: Always transcript_result
    type: Literal["transcript_result"]
    #: Always true
    success: Literal[True]
    #: The turn it is about
    turn: int
    #: Blocks that were received
    blocks: int
    #: Parts of them that people who watch can see
    shown: int


class _UsageReportAlways(TypedDict):
    #: The turn it is about
    turn: int
    #: played: the model ended the turn; auto_ended: a fallback did; timed_out: its time was up; agent_error:
    #: the model failed
    outcome: Literal["played", "auto_ended", "timed_out", "agent_error"]
    #: Who serves the model, such as anthropic
    provider: str
    #: Name of the model
    model: str
    #: Requests to the model
    calls: int
    #: Input tokens that were new: neither read from a cache nor counted there
    input_tokens: int
    #: Input tokens that the provider read from its cache
    cached_tokens: int
    #: Tokens that the model wrote, reasoning included
    output_tokens: int
    #: Seconds that were spent waiting for the model
    duration_s: float
    #: What it cost in US dollars; null where the price is not known
    cost_usd: Union[float, None]


class UsageReport(_UsageReportAlways, total=False):
    """`data` of usage_report. Reports what the agent’s model took for a turn: tokens, calls, seconds, money;
    and how the turn ended for it. Sent once for each turn; a later report about the same turn replaces the
    earlier one."""

    #: Why it was not played
    reason: str


class SeatRunUsage(TypedDict):
    """Part of SeatRunUsage."""

    #: Turns that were reported
    turns: int
    #: Requests to the model
    calls: int
    #: New input tokens
    input_tokens: int
    #: Input tokens that the provider read from its cache
    cached_tokens: int
    #: Tokens that the model wrote
    output_tokens: int
    #: Seconds that were spent waiting for the model
    duration_s: float
    #: What the turns of known price cost in US dollars; null when no price is known
    cost_usd: Union[float, None]
    #: Turns whose price is not known
    unpriced_turns: int
    #: The models, as provider/model, at most eight
    models: List[str]


class SeatRunTurns(TypedDict):
    """How many of its turns ended how"""

    #: Turns that the agent ended by its own decision
    played: int
    #: Turns ended by a fallback, or for an agent that was away
    auto_ended: int
    #: Turns whose time was up
    timed_out: int
    #: Turns in which the model failed, or that an AI took over
    agent_error: int


class SeatRun(TypedDict):
    """SeatRun, as several messages have it."""

    #: What its model took, as its agent reports; null without a report
    usage: Union[SeatRunUsage, None]
    #: How many of its turns ended how
    turns: SeatRunTurns
    #: False when a turn timed out or its model failed in one
    valid: bool
    #: The first such turn and what happened in it; null for a valid run
    invalid_reason: Union[str, None]


class UsageResult(TypedDict):
    """`data` of usage_result. Answers usage_report."""

    #: Always usage_result
    type: Literal["usage_result"]
    #: Always true
    success: Literal[True]
    #: The turn it was about
    turn: int
    #: The run of the seat by now
    run: SeatRun


_ConversationAppendOther = TypedDict("_ConversationAppendOther", {"from": int}, total=False)

class _ConversationAppendAlways(TypedDict):
    #: The conversation, named by its agent
    conversation_id: str
    #: Whose native form the messages have; the same for all of a conversation
    format: Literal["openai-chat", "openai-responses", "anthropic", "gemini"]
    #: Messages as the provider takes and gives them, oldest first
    messages: List[Dict[str, Any]]


class ConversationAppend(_ConversationAppendAlways, _ConversationAppendOther, total=False):
    """`data` of conversation_append. Keeps messages of the agent’s model with the game, in the native form of
    its provider: see docs/conversations.md."""

    #: Its title from now on
    title: str
    #: The turn they belong to; by default the one under way
    turn: int
    #: game: what was said in play; chat: talk with a person, see operator_message
    topic: Literal["game", "chat"]


class ConversationResult(TypedDict):
    """`data` of conversation_result. Answers conversation_append."""

    #: Always conversation_result
    type: Literal["conversation_result"]
    #: Always true
    success: Literal[True]
    #: The conversation
    conversation_id: str
    #: Messages that are kept of it by now
    messages: int


class _CompactVerdictAlways(TypedDict):
    #: Whether it is as the action wants it; true also where it was so already
    ok: bool


class CompactVerdict(_CompactVerdictAlways, total=False):
    """CompactVerdict, as several messages have it."""

    #: It was so already, and nothing was changed
    already: Literal[True]
    #: What happened, in the terms of the action; without what the request says itself
    what: Dict[str, Any]
    #: Why it was not done, or nothing came of it
    why: str
    #: Unknown fields of the action
    warnings: List[str]
    #: Error code of an action that was not done
    code: Literal["E101", "E102", "E103", "E104", "E105", "E106", "E107", "E110", "E111", "E112", "E113", "E120", "E121", "E122", "E123", "E124", "E125", "E126", "E130", "E131", "E132", "E133", "E134", "E135", "E140", "E141", "E142", "E143", "E144", "E145", "E146", "E500"]
    #: Names that are close to the one that was sent
    did_you_mean: List[str]
    #: What could be chosen instead; only where that is little, and no name is near
    possible: List[Any]
    #: Only of an end_turn with `until`: the brief of the turn that has come
    brief: Union[Brief, str]
    #: Only of an end_turn with `state`: that state of the turn that has come
    state: EnclosedState
    #: Only of an end_turn with `state`: what it was answered for
    ended: TurnsEnded


class _CompactResultForm2Always(TypedDict):
    #: One for each action of the batch, in their order
    results: List[CompactVerdict]


class CompactResultForm2(_CompactResultForm2Always, total=False):
    """Part of CompactResultForm2."""

    #: Only where asked for: what needs a decision and was not told before, as in a brief
    decisions: List[str]


#: `data` of compact_result. Answers action and action_batch with `verbosity: "compact"`.
CompactResult = Union[CompactVerdict, CompactResultForm2]

class _ToolCallAlways(TypedDict):
    #: Name of the tool
    name: Literal["brief", "options", "cities", "map", "rules", "do", "plan", "research", "nation", "diplomacy", "notes", "end_turn"]


class ToolCall(_ToolCallAlways, total=False):
    """`data` of tool_call. Carries out a call of a tool of GET /api/tools, as the model made it."""

    #: Its arguments; those that are null count as absent
    arguments: Dict[str, Any]


class ToolResult(TypedDict):
    """`data` of tool_result. Answers tool_call."""

    #: Name of the tool
    tool: Literal["brief", "options", "cities", "map", "rules", "do", "plan", "research", "nation", "diplomacy", "notes", "end_turn"]
    #: Whether the call did what it says; of several actions, whether one of them did
    ok: bool
    #: The result as text, to be handed to the model
    text: str
    #: The same as an object: the state that was asked for, a compact verdict, `results` of several actions,
    #: or code and why of a failure
    result: Dict[str, Any]


class _ChatAnswerToolEventAlways(TypedDict):
    #: The tool that the model called
    tool_name: str
    #: Whether the call did what it says
    ok: bool


class ChatAnswerToolEvent(_ChatAnswerToolEventAlways, total=False):
    """progress: a call of a tool"""

    #: What was called and what came of it, in a few words
    summary: str


class ChatAnswerUsage(TypedDict, total=False):
    """final: tokens of this reply; the usage_report of the turn counts them too"""

    #: New input tokens
    input_tokens: int
    #: Input tokens that were read from a cache
    cached_tokens: int
    #: Tokens that the model wrote
    output_tokens: int


class _ChatAnswerAlways(TypedDict):
    #: Names the message: one that is sent again under the same name is answered once
    request_id: str
    #: progress: more of the reply, or a tool call; final: the reply; error: there is none
    kind: Literal["progress", "final", "error"]


class ChatAnswer(_ChatAnswerAlways, total=False):
    """`data` of chat_answer. Answers operator_message: progress as often as wanted, once a second at most,
    then final or error."""

    #: progress: what was written since the last one; final: the whole reply; error: why there is none
    text: str
    #: progress: a call of a tool
    tool_event: ChatAnswerToolEvent
    #: error: what is wrong; INTERNAL_ERROR without it
    error_code: Literal["AI_TIMEOUT", "INVALID_AI_JSON", "INTERNAL_ERROR"]
    #: final: all calls of tools; those of the progress messages without it
    tool_events: List[ChatAnswerToolEvent]
    #: final: tokens of this reply; the usage_report of the turn counts them too
    usage: ChatAnswerUsage


class ChatReceived(TypedDict):
    """`data` of chat_received. Answers chat_answer."""

    #: Always chat_received
    type: Literal["chat_received"]
    #: Always true
    success: Literal[True]
    #: The message it was about
    request_id: str
    #: False when no request waits for it
    awaited: bool


class Ping(TypedDict, total=False):
    """`data` of ping. Asks for a sign of life; it counts for no limit."""

    #: Given back in the pong, beside its other fields
    echo: Any


#: `data` of heartbeat. Sent on a socket that was quiet for HEARTBEAT_S. Needs no answer.
Heartbeat = Dict[str, Any]

class _TurnStartDigestAlways(TypedDict):
    #: Turn number; 0 before the first turn
    turn: int
    #: The year as people write it, for example "4000 BCE"
    year_name: str
    #: Seconds that a turn may take; null without a limit
    time_limit: Union[float, None]
    #: Plans that are done, then the server's sentences since the turn before began, the gravest first
    happened: List[str]
    #: How many more there were: state_query {format: "digest"} has them all
    happened_more: int
    #: Enemies near own cities and other dangers, worst first, at most 3
    dangers: List[str]
    #: Plans that failed, then the most urgent of the immediate priorities; at most 5 sentences
    needs_decision: List[str]
    #: Known scores by the name of the leader, oneself first, at most 6
    scores: Dict[str, StateUpdateDigestDataScore]
    #: The agent's own notes whose turn has come
    notes_due: List[Note]


class TurnStartDigest(_TurnStartDigestAlways, total=False):
    """What the agent should know now; absent while an end_turn with `until` or `state` waits: its answer says
    it"""

    #: Only when the seat's own nation is destroyed; the seat may go on watching
    defeated: FullStateDefeated
    #: What else is left out; absent when nothing is. state_query {format: "digest"} has all of it
    more: StateUpdateDigestDataMore


class _TurnStartAlways(TypedDict):
    #: Turn number
    turn: int
    #: The player may act
    phase: Literal["movement"]
    #: Seconds that the turn may take; 0 without a limit
    time_limit: float
    #: This seat's own player, as all move at the same time; null once it is dead
    active_player: Union[int, None]
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int


class TurnStart(_TurnStartAlways, total=False):
    """`data` of turn_start. A turn has begun: the player may act. Pushed with a seq; a resumed session gets
    the ones it missed."""

    #: What the agent should know now; absent while an end_turn with `until` or `state` waits: its answer says
    #: it
    digest: TurnStartDigest
    #: Notes whose turn has come, where there is no digest
    notes_due: List[Note]


class TurnEndTurnSummary(TypedDict):
    """What this seat did in it"""

    #: Actions of this seat that were applied
    actions_taken: int
    #: How many of them moved a unit
    units_moved: int


class TurnEndPlayer(TypedDict):
    """Part of TurnEndPlayer."""

    #: The agent
    agent_id: str
    #: Its player
    player_id: int
    #: ended: by the agent; timed_out: its time was up; disconnected: it was not there
    how: Literal["ended", "timed_out", "disconnected"]
    #: Whether the turn was played
    mark: Literal["played", "auto_ended", "timed_out", "failed"]


class TurnEnd(TypedDict):
    """`data` of turn_end. A turn has ended. Pushed with a seq; a resumed session gets the ones it missed."""

    #: The turn that has ended
    turn: int
    #: This seat's own player, as all move at the same time; null once it is dead
    next_player: Union[int, None]
    #: What this seat did in it
    turn_summary: TurnEndTurnSummary
    #: How the turn of each agent ended
    players: List[TurnEndPlayer]


class _GameReadyAlways(TypedDict):
    #: The game
    game_id: str


class GameReady(_GameReadyAlways, total=False):
    """`data` of game_ready. The first turn of the seat has begun: from now on the agent can query the state
    and act. Pushed with a seq; a resumed session gets the ones it missed."""

    #: Turn number
    turn: int
    #: The seat's player number
    player_id: int


class GameEndedRanking(TypedDict):
    """Part of GameEndedRanking."""

    #: Player number
    player_id: int
    #: Name of its leader
    name: str
    #: Score at the end
    score: int
    #: Whether it won
    winner: bool
    #: What the server counts, by the name of the category
    categories: Dict[str, int]


class ScenarioResultSeat(TypedDict):
    """Part of ScenarioResultSeat."""

    #: The agent
    agent_id: str
    #: Number of its player
    player_id: int
    #: The weighted mean of the shares of all goals
    score: float
    #: What is reached of each goal
    progress: List[ScenarioStateProgress]


class ScenarioResult(TypedDict):
    """ScenarioResult, as several messages have it."""

    #: Name of the scenario
    name: str
    #: How hard it was
    difficulty: Literal["easy", "normal", "hard"]
    #: What the players must achieve, in sentences
    goal: str
    #: The last turn that it may have
    turn_limit: int
    #: What each agent has reached
    seats: List[ScenarioResultSeat]


class _GameEndedAlways(TypedDict):
    #: The game
    game_id: str
    #: Best first
    ranking: List[GameEndedRanking]


class GameEnded(_GameEndedAlways, total=False):
    """`data` of game_ended. The game is over. Pushed with a seq; a resumed session gets the ones it
    missed."""

    #: victory: somebody won; defeat: no agent is left to play; end_turn: the last turn is over; scenario: its
    #: goals are reached; admin: by request; not_begun: ended before it had begun; server_died: the game
    #: server died of the same turn each time, and nothing helped
    reason: Literal["victory", "defeat", "end_turn", "scenario", "admin", "not_begun", "server_died"]
    #: The last turn that was played
    turn: int
    #: Names of the players that won
    winners: List[str]
    #: The server's own sentences about the end
    report: List[str]
    #: What was reached of the scenario; absent in a game without one
    scenario: ScenarioResult
    #: The first of the winners; null without a winner
    winner: Union[str, None]


class EventOrderEndedGoal(TypedDict):
    """Where a goto leads"""

    #: Column of the tile
    x: int
    #: Row of the tile
    y: int


class EventOrderEndedBy(TypedDict):
    """Part of EventOrderEndedBy."""

    #: What it is
    kind: Literal["unit", "city"]
    #: Its id
    id: int
    #: type of the unit, name of the city
    name: str
    #: Player number of its owner
    player_id: int
    #: Nation of its owner, as an adjective
    nation: str
    #: Column of the tile it is on
    x: int
    #: Row of the tile it is on
    y: int


class _EventOrderEndedAlways(TypedDict):
    #: Kind of event
    event: Literal["order_ended"]
    #: Turn in which it happened
    turn: int
    #: Id of the unit
    unit_id: int
    #: its type
    unit: str
    #: Column of the tile where it is, or was last
    x: int
    #: Row of that tile
    y: int
    #: What it went on with
    order: Literal["goto", "patrol", "explore", "sentry", "fortify", "convert", "work", "auto_work"]
    #: all of it in words, with names
    sentence: str
    #: finished: also of a unit that was used up, such as settlers that founded a city; lost: the unit itself
    #: is gone
    outcome: Literal["arrived", "finished", "blocked", "interrupted", "lost"]


class EventOrderEnded(_EventOrderEndedAlways, total=False):
    """An order that went on over turns has come to its end by itself. Each one ends in exactly one
    order_ended or woken; what the agent ends itself has its verdict only."""

    #: Where a goto leads
    goal: EventOrderEndedGoal
    #: who is behind it, as far as this player sees
    by: List[EventOrderEndedBy]
    #: The server's sentences about it
    server_messages: List[str]
    #: blocked: what kind of thing is in the way
    obstacle: str


class _EventWokenAlways(TypedDict):
    #: Kind of event
    event: Literal["woken"]
    #: Turn in which it happened
    turn: int
    #: Id of the unit
    unit_id: int
    #: its type
    unit: str
    #: Column of the tile where it is, or was last
    x: int
    #: Row of that tile
    y: int
    #: What it went on with
    order: Literal["goto", "patrol", "explore", "sentry", "fortify", "convert", "work", "auto_work"]
    #: all of it in words, with names
    sentence: str
    #: The wake condition that came true
    why: Literal["attack", "contact", "turn", "idle"]
    #: false for a fortified unit: it stays so
    stopped: bool


class EventWoken(_EventWokenAlways, total=False):
    """A wake condition (wake_on) of an order has come true and ended it."""

    #: Where a goto leads
    goal: EventOrderEndedGoal
    #: who is behind it, as far as this player sees
    by: List[EventOrderEndedBy]
    #: The server's sentences about it
    server_messages: List[str]


class _EventWorklistEndedAlways(TypedDict):
    #: Kind of event
    event: Literal["worklist_ended"]
    #: Turn in which it happened
    turn: int
    #: Id of the city
    city_id: int
    #: Name of the city
    city: str
    #: what it builds now
    building: str
    #: All of it in words, with names
    sentence: str


class EventWorklistEnded(_EventWorklistEndedAlways, total=False):
    """A city has begun with the last thing of its worklist, or struck out the rest."""

    #: The server's sentences about it
    server_messages: List[str]


class _EventPlanEndedAlways(TypedDict):
    #: Kind of event
    event: Literal["plan_ended"]
    #: Turn in which it ended
    turn: int
    #: What kind of plan it was
    plan: Literal["settle", "research_queue", "city_plan", "city_focus", "city_tiles", "unit_defaults", "go_and", "escort", "defend", "everything_but", "delegation"]
    #: Its name in the section plans of states
    id: str
    #: failed: the sentence says why
    outcome: Literal["done", "failed"]
    #: All of it in words, with names
    sentence: str


class EventPlanEnded(_EventPlanEndedAlways, total=False):
    """A standing plan has come to its end. What the agent ends itself has its verdict only."""

    #: Id of the unit that it was about
    unit_id: int
    #: Id of the city that it was about, or that was founded
    city_id: int


class EventActionNotRestored(TypedDict):
    """An action that was acknowledged is not in the game as it was restored."""

    #: Kind of event
    event: Literal["action_not_restored"]
    #: The action_id of its verdict
    action_id: str
    #: Name of the action
    action_type: str
    #: Turn in which it was done
    turn: int


class EventTurnWarning(TypedDict):
    """The turn will soon be over."""

    #: Kind of event
    event: Literal["turn_warning"]
    #: The running turn
    turn: int
    #: Seconds until it ends by itself
    seconds_left: int
    #: seconds a turn takes at most
    time_limit: float


class EventDefeated(TypedDict):
    """The player of this seat is out of the game."""

    #: Kind of event
    event: Literal["defeated"]
    #: Turn of the defeat
    turn: int


class EventPlayedBy(TypedDict):
    """A person plays the seat of this agent with an ordinary FreeCiv client, so that its actions are refused
    (E145), or has left it."""

    #: Kind of event
    event: Literal["played_by"]
    #: Who plays it now; model: the agent itself again
    who: Literal["person", "model"]
    #: Turn in which it happened
    turn: int


#: `data` of event. News of a unit, a city, an action or the turn. Pushed with a seq; a resumed session gets the ones it missed.
Event = Union[EventOrderEnded, EventWoken, EventWorklistEnded, EventPlanEnded, EventActionNotRestored, EventTurnWarning, EventDefeated, EventPlayedBy]

class _ChatMessageAlways(TypedDict):
    #: What was said, with the name of the speaker as the server gives it
    text: str
    #: Turn number
    turn: int


class ChatMessage(_ChatMessageAlways, total=False):
    """`data` of chat_message. A chat message to this player, with who says it. Pushed with a seq; a resumed
    session gets the ones it missed."""

    #: The player who says it; absent for the server, and where that is not known
    player_id: int
    #: The nation of that player
    nation: str


class _StatusRecoveringAlways(TypedDict):
    #: The game
    game_id: str
    #: The game server, or the way to it, is lost; it is being restored
    status: Literal["recovering"]


class StatusRecovering(_StatusRecoveringAlways, total=False):
    """Part of StatusRecovering."""

    #: Seconds until the next attempt
    retry_after: float
    #: What is done otherwise this time, because the game server has died of the game
    note: str


class _StatusRecoveredAlways(TypedDict):
    #: The game
    game_id: str
    #: The way to the game is back
    status: Literal["recovered"]
    #: News were lost meanwhile: ask for a full state
    resync: bool


class StatusRecovered(_StatusRecoveredAlways, total=False):
    """Part of StatusRecovered."""

    #: Turn number
    turn: int
    #: Whether this seat has ended that turn: what became of an end_turn that was answered as unknown
    turn_done: bool
    #: The game was restored without what `missing` lists
    incomplete: Literal[True]
    #: What agents did that was lost
    missing: List[MissingPart]


class StatusUnavailable(TypedDict):
    """Part of StatusUnavailable."""

    #: The game
    game_id: str
    #: The seat could not be taken again
    status: Literal["unavailable"]
    #: Error code
    code: Literal["E101", "E102", "E103", "E104", "E105", "E106", "E107", "E110", "E111", "E112", "E113", "E120", "E121", "E122", "E123", "E124", "E125", "E126", "E130", "E131", "E132", "E133", "E134", "E135", "E140", "E141", "E142", "E143", "E144", "E145", "E146", "E500"]
    #: Why, in a sentence
    reason: str


class _StatusReadyAlways(TypedDict):
    #: The game
    game_id: str
    #: The game goes on
    status: Literal["ready"]


class StatusReady(_StatusReadyAlways, total=False):
    """Part of StatusReady."""

    #: Turn number
    turn: int
    #: State version; it rises with every change. A later delta may be asked for since it
    version: int
    #: Whether this seat has ended that turn: what became of an end_turn that was answered as unknown
    turn_done: bool
    #: The game was restored without what `missing` lists
    incomplete: Literal[True]
    #: What agents did that was lost
    missing: List[MissingPart]


class StatusLost(TypedDict):
    """Part of StatusLost."""

    #: The game
    game_id: str
    #: The game could not be restored
    status: Literal["lost"]
    #: Why, in a sentence
    reason: str


class StatusPaused(TypedDict):
    """Part of StatusPaused."""

    #: The game
    game_id: str
    #: The game waits until somebody resumes it
    status: Literal["paused"]
    #: By request; no agent is there; or the time of a seat was up whose turn_policy is pause
    reason: Literal["operator", "absence", "time_up"]


class StatusWaiting(TypedDict):
    """Part of StatusWaiting."""

    #: The game
    game_id: str
    #: This seat has ended its turn; the turn waits for others
    status: Literal["waiting"]
    #: Turn number
    turn: int
    #: The players that have not ended the turn
    waiting_for: List[WaitingFor]


class StatusSeatEntered(TypedDict):
    """Part of StatusSeatEntered."""

    #: The game
    game_id: str
    #: Somebody else has entered this seat
    status: Literal["seat_entered"]
    #: login: another session of the agent; request: over HTTP, without a session of its own
    by: Literal["login", "request"]


class StatusDeleted(TypedDict):
    """Part of StatusDeleted."""

    #: The game
    game_id: str
    #: The game was deleted
    status: Literal["deleted"]


class StatusGap(TypedDict):
    """Part of StatusGap."""

    #: The game
    game_id: str
    #: Pushes were skipped, because they were not read in time
    status: Literal["gap"]
    #: The first of them
    from_seq: int
    #: The last of them
    to_seq: int
    #: A full state tells what they would have told
    resync: Literal[True]


#: `data` of status. News of the seat and its game: see `status` of the data. Pushed with a seq; a resumed session gets the ones it missed.
Status = Union[StatusRecovering, StatusRecovered, StatusUnavailable, StatusReady, StatusLost, StatusPaused, StatusWaiting, StatusSeatEntered, StatusDeleted, StatusGap]

class OperatorMessage(TypedDict):
    """`data` of operator_message. A person speaks to the model: POST /api/v1/chat. Only for agents whose
    llm_connect has the capability chat; answered by chat_answer. The same request_id is the same message.
    Pushed with a seq; a resumed session gets the ones it missed."""

    #: Names the message: one that is sent again under the same name is answered once
    request_id: str
    #: What the person says
    message: str
    #: Seconds within which chat_answer must come
    deadline_s: float


class ErrorDetails(TypedDict, total=False):
    """More about it; further fields depend on the code"""

    #: Seconds until the same may work
    retry_after: float
    #: The field at fault, as a dotted path into the message
    path: str
    #: What the field should have been
    expected: str
    #: Names that are close to the one that was sent
    did_you_mean: List[str]


class Error(TypedDict):
    """Error, as several messages have it."""

    #: Always error
    type: Literal["error"]
    #: Always false
    success: Literal[False]
    #: Error code
    error_code: Literal["E101", "E102", "E103", "E104", "E105", "E106", "E107", "E110", "E111", "E112", "E113", "E120", "E121", "E122", "E123", "E124", "E125", "E126", "E130", "E131", "E132", "E133", "E134", "E135", "E140", "E141", "E142", "E143", "E144", "E145", "E146", "E500"]
    #: A sentence to act on
    error_message: str
    #: The same as error_code
    code: Literal["E101", "E102", "E103", "E104", "E105", "E106", "E107", "E110", "E111", "E112", "E113", "E120", "E121", "E122", "E123", "E124", "E125", "E126", "E130", "E131", "E132", "E133", "E134", "E135", "E140", "E141", "E142", "E143", "E144", "E145", "E146", "E500"]
    #: The same as error_message
    message: str
    #: More about it; further fields depend on the code
    details: ErrorDetails

