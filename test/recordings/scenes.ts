import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { ActionData } from '#shared/protocol/actions.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { performAction } from '../../proxy/actions/perform-action.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld, turnOf, type World } from '../../proxy/world/world.js';
import type { Recording } from '../support/recorded-world.js';
import { variedWorld } from '../support/varied-world.js';
import { packetsOf } from './recorded-world.js';
import { worldOfTape } from './replay-tape.js';
import { attempts, partners } from './scene-attempts.js';
import { type Sent, scenePort } from './scene-port.js';
import { setsAsArrays } from './seat-tape.js';

/** A seat of a recorded game when a turn has just begun: what it is offered, and what comes of what it tries. */
export interface Scene {
  readonly name: string;
  readonly offers: readonly Offer[];
  readonly tries: readonly Try[];
}

/** An action, what the seat does because of it, and the verdict when the server says nothing. */
interface Try {
  readonly action: ActionData;
  readonly sent: readonly unknown[];
  readonly verdict: unknown;
}

interface Moment {
  readonly turn: number;
  readonly player: number;
  /** Whether all kinds of actions are tried that are not offered. */
  readonly triesAll?: boolean;
  /** The world is drawn anew by it, with everything that rules tell apart. */
  readonly seed?: number;
}

/** Early, middle and late in recorded games. */
const MOMENTS: Readonly<Partial<Record<Recording, readonly Moment[]>>> = {
  'classic-6-ai-100-turns': [
    { turn: 1, player: 0 },
    { turn: 75, player: 3, triesAll: true },
    { turn: 75, player: 3, triesAll: true, seed: 21 },
    { turn: 99, player: 2 },
  ],
  'civ2civ3-4-ai-60-turns': [
    { turn: 10, player: 0 },
    { turn: 58, player: 2, triesAll: true },
  ],
};

/** A seat of an integration test in the ruleset that enables most actions. */
const SANDBOX = { ruleset: 'Sandbox ruleset', test: 'spies', agent: 'alice', seed: 23 };

/** Offers of one type that are done in each scene: the first ones. */
const MAX_DONE_PER_TYPE = 3;

/** Written by `npx tsx --conditions=source test/recordings/record-scenes.ts`: JSON, compressed with brotli. */
export const SCENES_FILE = new URL('./scenes.json.br', import.meta.url);

/** The scenes as they were when they were recorded. */
export function readScenes(): readonly Scene[] {
  return JSON.parse(brotliDecompressSync(readFileSync(SCENES_FILE)).toString());
}

/** The scenes as the rules have them now: all, or those of the games whose name `isWanted`. */
export async function playScenes(isWanted = (_game: string) => true): Promise<readonly Scene[]> {
  const scenes: Scene[] = [];
  for (const [recording, moments] of Object.entries(MOMENTS)) {
    if (!isWanted(recording)) continue;
    const world = createWorld();
    let [next, ...later] = moments;
    for (const packet of packetsOf(recording)) {
      if (next === undefined) break;
      applyPacket(world, packet);
      if (!commit(world) || world.turn.phase !== 'movement' || world.game?.turn !== next.turn) continue;
      scenes.push(await sceneOf(recording, world, next));
      [next, ...later] = later;
    }
  }
  if (isWanted(SANDBOX.ruleset)) scenes.push(await sandboxScene());
  return JSON.parse(JSON.stringify(scenes, plain));
}

async function sandboxScene(): Promise<Scene> {
  const { ruleset, test, agent, seed } = SANDBOX;
  const world = worldOfTape(test, agent, ruleset);
  const moment = { turn: turnOf(world), player: world.seat.player ?? -1, triesAll: true, seed };
  return sceneOf(ruleset, world, moment);
}

async function sceneOf(recording: string, recorded: World, moment: Moment): Promise<Scene> {
  const { turn, player, triesAll = false, seed } = moment;
  const seen = { ...recorded, seat: { ...recorded.seat, player, observer: false } };
  const world = seed === undefined ? seen : variedWorld(seen, seed);
  meet(world);
  const offers = await legalActions(scenePort(world, []));
  const tries: Try[] = [];
  for (const action of [...firstOfTypes(offers), ...(triesAll ? attempts(world) : [])])
    tries.push(await doIt(world, action));
  const drawn = seed === undefined ? '' : `, drawn by ${seed}`;
  return { name: `${recording}, turn ${turn}, player ${player}${drawn}`, offers, tries };
}

/** Lets the seat negotiate with two others; one of them has offered gold. */
function meet(world: World): void {
  const others = partners(world);
  for (const { playerno: counterpart } of others)
    applyPacket(world, {
      name: 'diplomacy_init_meeting',
      fields: { counterpart, initiatedFrom: counterpart },
    });
  const [{ playerno: counterpart } = { playerno: 0 }] = others;
  const clause = { counterpart, giver: counterpart, type: 'CLAUSE_GOLD' as const, value: 30 };
  applyPacket(world, { name: 'diplomacy_create_clause', fields: clause });
  commit(world);
}

/** Versions hang on how packets are folded. */
function plain(key: string, value: unknown): unknown {
  return key === 'version' ? undefined : setsAsArrays(key, value);
}

function firstOfTypes(offers: readonly Offer[]): readonly ActionData[] {
  const counts = new Map<string, number>();
  return offers.filter(({ type }) => {
    const count = counts.get(type) ?? 0;
    counts.set(type, count + 1);
    return count < MAX_DONE_PER_TYPE;
  });
}

async function doIt(world: World, action: ActionData): Promise<Try> {
  const sent: Sent = [];
  const verdict = await performAction(scenePort(world, sent), action, 'try');
  return { action, sent, verdict };
}
