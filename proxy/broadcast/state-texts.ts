import type { SpectatorBlock } from '#shared/protocol/spectator/agents.js';
import type { HistoryRow, SpectatorEvent, StreamPosition } from '#shared/protocol/spectator/messages.js';
import type { RecordedState } from '../recording/recorder.js';
import { factsOf, type StateParts } from '../recording/recording-format.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { AgentActivity } from './agents/agent-activity.js';
import type { EventLog } from './event-log.js';
import { rulesTables } from './rules-tables.js';
import { cityEntry, mapOf, ownedCounts, playerEntry, unitRow } from './spectator-entries.js';
import { headerOf, keptEvents } from './spectator-state.js';
import { TileTexts } from './tile-texts.js';

/** JSON of things that do not change, but are replaced: made once for each. */
class KeptTexts<T extends object> {
  readonly #texts = new WeakMap<T, string>();
  readonly #shown: (thing: T) => object;

  /** `shown`: what stands in the JSON for a thing. */
  constructor(shown: (thing: T) => object = (thing) => thing) {
    this.#shown = shown;
  }

  /** An array of the things, in their order. */
  list(things: readonly T[]): string {
    return `[${things.map((thing) => this.#of(thing)).join()}]`;
  }

  #of(thing: T): string {
    const known = this.#texts.get(thing);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.#shown(thing));
    this.#texts.set(thing, text);
    return text;
  }
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
  readonly #units = new KeptTexts<Unit>(unitRow);
  readonly #cities: KeptTexts<City>;
  readonly #events = new KeptTexts<SpectatorEvent>();
  readonly #actions = new KeptTexts<object>();
  readonly #blocks = new KeptTexts<SpectatorBlock>();
  /** The rows that `text` has, without brackets. */
  #history: { readonly rows: readonly HistoryRow[]; readonly text: string } = { rows: [], text: '' };

  constructor(sources: StateSources) {
    this.#sources = sources;
    this.#cities = new KeptTexts((city) => cityEntry(sources.world, city));
  }

  /** The state now, at that position of its stream. */
  at(position: StreamPosition): RecordedState {
    const { world, eventLog, agents } = this.#sources;
    const holdings = ownedCounts(world);
    const players = byId(world.players.values(), ({ playerno }) => playerno);
    const { agents: shown = [], actions = [], transcript = [] } = agents.published();
    const parts: StateParts = {
      header: JSON.stringify(headerOf(world)),
      map: JSON.stringify(mapOf(world)),
      tiles: this.#tiles.json(world),
      units: this.#units.list(byId(world.units.values(), ({ id }) => id)),
      cities: this.#cities.list(byId(world.cities.values(), ({ id }) => id)),
      players: JSON.stringify(players.map((player) => playerEntry(world, player, holdings))),
      events: this.#events.list(keptEvents(eventLog)),
      history: this.#historyText(eventLog.history),
      agents: JSON.stringify(byId(shown, ({ player }) => player)),
      actions: this.#actions.list(actions),
      transcript: this.#blocks.list(transcript),
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
