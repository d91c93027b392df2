import type { Client } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { GameScore } from '#shared/protocol/score.js';
import { type PackedBrief, packedBriefSchema } from '#shared/protocol/state/brief.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { connectMcp } from '../../../../test/support/mcp-client.js';
import type { Stack } from '../../../../test/support/stack.js';
import { ReadingLedger, tokensOf } from './reading-ledger.js';

const CONFIG = { ruleset: 'classic', players: 4, min_agents: 1, ai_skill: 'hard', turn_time_limit: 0 };

/** What a careful player read in a game, its refused actions and the scores. */
export interface CarefulGame {
  readonly ledger: ReadingLedger;
  readonly refused: readonly string[];
  /** Tokens of the definitions of the tools, by bytes. */
  readonly definitions: number;
  /** The last scores, the player's own first. */
  readonly scores: GameScore['turns'][number]['players'];
}

/** Plays a game against three hard AIs over the MCP endpoint of a stack, until turn `turns` has begun. `log` gets each call with its result. */
export async function playCarefully(
  stack: Stack,
  { seed, turns, log }: { readonly seed: number; readonly turns: number; log?(line: string): void },
): Promise<CarefulGame> {
  const { httpUrl, token, games } = stack;
  const game_id = `careful-${seed}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ game_id, ...CONFIG, seeds: { game: seed, map: seed } });
  await fetch(`${httpUrl}/api/games`, { method: 'POST', headers, body });
  await using client = await connectMcp(stack, 'modern', 'careful', game_id);
  const { tools } = await client.listTools();
  const ledger = new ReadingLedger();
  const player = new CarefulPlayer(client, ledger, log);
  await player.playTo(turns);
  const answer = await fetch(`${httpUrl}/api/games/${game_id}/score`, { headers });
  const told: GameScore = JSON.parse(await answer.text());
  const own = games.get(game_id)?.seat('careful')?.world.seat.player;
  const scores = (told.turns.at(-1)?.players ?? []).toSorted(
    (a, b) => Number(b.player === own) - Number(a.player === own),
  );
  return {
    ...{ ledger, scores, refused: player.refused },
    definitions: Math.round(tokensOf(JSON.stringify(tools))),
  };
}

/** Turns between two looks at the map, and between two at the cities when no decision is about a city. */
const MAP_TURNS = 10;
const CITY_TURNS = 4;
/** The most options that it reads in a turn: a model does not ask about everything. */
const MAX_OPTIONS = 3;
const MAP_RADIUS = 6;

/**
 * Plays as a careful model does over MCP: it reads the brief, the cities that changed, and the options of what needs a decision
 * that no advice is about; then ends the turn with its own orders and all advice, and passes turns until the next decision. It
 * counts each result as text.
 */
class CarefulPlayer {
  readonly refused: string[] = [];
  readonly #client: Client;
  readonly #ledger: ReadingLedger;
  readonly #log: (line: string) => void;
  #citiesRead = 0;
  #mapRead = 0;

  constructor(client: Client, ledger: ReadingLedger, log: (line: string) => void = () => {}) {
    this.#client = client;
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Plays until a turn has begun, or the game is over. */
  async playTo(lastTurn: number): Promise<void> {
    let brief = briefIn(await this.#call('brief', {}));
    while (brief.turn < lastTurn && brief.ended?.why !== 'game_over') {
      this.#ledger.turn = brief.turn;
      const actions = await this.#decided(brief);
      const wait = Math.min(lastTurn - brief.turn, 50);
      const until = wait < 10 ? String(wait) : 'decision';
      const args = { until, advised: true, ...(actions.length > 0 && { actions }) };
      const { text, result } = await this.#called('end_turn', args);
      const { brief: next, results } = result;
      this.#noteRefused(brief.turn, results);
      brief = isJsonObject(next) ? packedBriefSchema.parse(next) : briefIn(await this.#call('brief', {}));
      const tokens = tokensOf(text.slice(text.search(/^Turn \d+ \(/m)));
      this.#ledger.briefs.push({ tokens, isQuiet: isQuiet(brief) });
    }
  }

  /** Its own orders: the best option for each decision without advice. Reads the map and the cities where they are due. */
  async #decided({ turn, decisions = [], advice = [], more }: PackedBrief): Promise<readonly JsonObject[]> {
    if (turn >= this.#mapRead + MAP_TURNS || turn === 1) {
      this.#mapRead = turn;
      await this.#call('map', { radius: MAP_RADIUS });
    }
    const isCity = decisions.some((line) => /^(choose_production|restore_order)/.test(line));
    if (isCity || turn >= this.#citiesRead + CITY_TURNS) {
      this.#citiesRead = turn;
      await this.#call('cities', {});
    }
    const advised = new Set(
      advice.map(({ do: { actor_id: id, unit_id: unit, city_id: city } }) => id ?? unit ?? city),
    );
    const actions: JsonObject[] = [];
    // Where advice is left out, it is about the other units and cities.
    const open = more?.advice ? [] : decisions.flatMap(actorsIn).filter((id) => !advised.has(id));
    for (const id of open.slice(0, MAX_OPTIONS)) {
      const { options } = await this.#call('options', { actor_id: id });
      const [best] = Array.isArray(options) ? options : [];
      if (isJsonObject(best)) actions.push({ ...taken(best), actor_id: id });
    }
    return actions;
  }

  #noteRefused(turn: number, results: unknown): void {
    for (const one of Array.isArray(results) ? results : []) {
      if (!isJsonObject(one)) continue;
      const { refused } = isJsonObject(one.what) ? one.what : {};
      if (one.ok !== true) this.refused.push(`T${turn} ${String(one.why)}`);
      if (Array.isArray(refused)) this.refused.push(...refused.map((line) => `T${turn} ${String(line)}`));
    }
  }

  async #call(name: ToolName, args: JsonObject): Promise<JsonObject> {
    return (await this.#called(name, args)).result;
  }

  async #called(name: ToolName, args: JsonObject) {
    this.#ledger.countCall();
    const { content, structuredContent } = await this.#client.callTool({ name, arguments: { ...args } });
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
    this.#ledger.add(`tool ${name}`, tokensOf(text));
    if (name === 'end_turn' || name === 'brief')
      for (const [section, words] of sectionsOf(text)) this.#ledger.add(`brief ${section}`, tokensOf(words));
    this.#log(`T${this.#ledger.turn} ${name} ${JSON.stringify(args)}\n${text}\n`);
    return { text, result: isJsonObject(structuredContent) ? structuredContent : {} };
  }
}

/** The most lines about what happened in a quiet turn. */
const MAX_QUIET_LINES = 3;

function isQuiet({ happened = [], decisions = [], threats = [], more = {} }: PackedBrief): boolean {
  const hidden = (more.happened ?? 0) + (more.decisions ?? 0) + (more.threats ?? 0);
  return decisions.length + threats.length === 0 && happened.length + hidden <= MAX_QUIET_LINES;
}

function briefIn(result: JsonObject): PackedBrief {
  return packedBriefSchema.parse(result);
}

function taken({ what: _what, odds: _odds, undecided: _undecided, ...action }: JsonObject): JsonObject {
  return action;
}

/** Units and cities that a decision names. */
function actorsIn(line: string): readonly number[] {
  if (!/^(settle|choose_production|give_orders|restore_order)/.test(line)) return [];
  return [...line.matchAll(/(?<=[a-z"'] )(\d+)(?= \(| at|,|:|$| has| cannot| builds| and)/giu)].map(([id]) =>
    Number(id),
  );
}

/** The sections of a brief by their titles; lines without a title are `head`. */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let section = 'head';
  for (const line of text.split('\n')) {
    section = line.startsWith('- ') ? section : (/^([A-Za-z ]+):(?= |$)/.exec(line)?.[1] ?? 'head');
    sections.set(section, `${sections.get(section) ?? ''}${line}\n`);
  }
  return sections;
}
