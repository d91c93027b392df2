import { memo } from '#shared/core/memo.js';
import type { HistoryRow, StreamPosition } from '#shared/protocol/spectator/messages.js';
import type { World } from '../../proxy/world/world.js';
import type { AgentActivity } from './agents/agent-activity.js';
import type { EventLog } from './event-log.js';
import type { RecordedState } from './recording/recorder.js';
import { factsOf, type StateParts } from './recording/recording-format.js';
import { rulesTables } from './rules-tables.js';
import { cityEntry, mapOf, ownedCounts, playerEntry, unitRow } from './spectator-entries.js';
import { headerOf, keptEvents } from './spectator-state.js';
import { TileTexts } from './tile-texts.js';

/** JSON of things that do not change and mostly stay: made once for each. */
const textOf = memo((thing: object) => JSON.stringify(thing));

/** An array of such things, in their order. */
function listOf(things: readonly object[]): string {
  return `[${things.map((thing) => textOf(thing)).join()}]`;
}

/** What a world shows, its news and what its agents do. */
export interface StateSources {
  readonly world: World;
  readonly eventLog: EventLog;
  readonly agents: AgentActivity;
}

/**
 * The state of one world as text, for its recording: the whole of it each turn, whose parts have mostly not changed. It is made
 * from the world itself and not from updates, entities in the order of their ids.
 */
export class StateTexts {
  readonly #sources: StateSources;
  readonly #tiles = new TileTexts();
  /** The rows that `text` has, without brackets. */
  #history: { readonly rows: readonly HistoryRow[]; readonly text: string } = { rows: [], text: '' };

  constructor(sources: StateSources) {
    this.#sources = sources;
  }

  /** The state now, at that position of its stream. */
  at(position: StreamPosition): RecordedState {
    const { world, eventLog, agents } = this.#sources;
    const holdings = ownedCounts(world);
    // Most units, cities and players change every turn: one text of all takes less time than one of each.
    const units = byId(world.units.values(), ({ id }) => id);
    const cities = byId(world.cities.values(), ({ id }) => id);
    const players = byId(world.players.values(), ({ playerno }) => playerno);
    const { agents: shown = [], actions = [], transcript = [] } = agents.published();
    const parts: StateParts = {
      header: JSON.stringify(headerOf(world)),
      map: JSON.stringify(mapOf(world)),
      tiles: this.#tiles.json(world),
      units: JSON.stringify(units.map(unitRow)),
      cities: JSON.stringify(cities.map((city) => cityEntry(world, city))),
      players: JSON.stringify(players.map((player) => playerEntry(world, player, holdings))),
      events: listOf(keptEvents(eventLog)),
      history: this.#historyText(eventLog.history),
      agents: JSON.stringify(byId(shown, ({ player }) => player)),
      actions: listOf(actions),
      transcript: listOf(transcript),
    };
    return {
      turn: headerOf(world).turn,
      facts: factsOf(parts),
      snapshot: () => snapshotText(world, position, parts),
    };
  }

  /** Rows are only added, but for a game that was taken back. */
  #historyText(history: readonly HistoryRow[]): string {
    const { rows, text } = this.#history;
    const goesOn = rows.length <= history.length && rows.at(-1) === history[rows.length - 1];
    const added = (goesOn ? history.slice(rows.length) : history).map((row) => JSON.stringify(row));
    this.#history = { rows: history, text: [...(goesOn && text !== '' ? [text] : []), ...added].join() };
    return `[${this.#history.text}]`;
  }
}

function snapshotText(
  world: World,
  position: StreamPosition,
  { header, map, agents, actions, transcript, ...entities }: StateParts,
): string {
  const activity = Object.entries({ agents, actions, transcript }).filter(([, text]) => text !== '[]');
  const rules = JSON.stringify(rulesTables(world.ruleset));
  const fields = [...Object.entries({ map, rules, ...entities }), ...activity];
  return `{${[
    withoutBraces(JSON.stringify(position)),
    withoutBraces(header),
    ...fields.map(([name, text]) => `"${name}":${text}`),
  ].join()}}`;
}

function withoutBraces(json: string): string {
  return json.slice(1, -1);
}

function byId<T>(things: Iterable<T>, idOf: (thing: T) => number): readonly T[] {
  return [...things].sort((a, b) => idOf(a) - idOf(b));
}
