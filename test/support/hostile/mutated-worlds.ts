import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../../proxy/world/world.js';
import { Random } from '../../property/freeciv/mutation.js';
import { packetsOf, protocolOf } from '../../recordings/recorded-world.js';
import type { Recording } from '../recorded-world.js';
import { everyView } from './every-view.js';
import { PacketMutator } from './mutated-packet.js';

/** A recorded game up to a turn that one of its players has just begun. */
export interface Moment {
  readonly recording: Recording;
  readonly turn: number;
  readonly player: number;
}

/** Early and late moments of games of each version. */
export const MOMENTS: readonly Moment[] = [
  { recording: 'civ2civ3-4-ai-60-turns', turn: 40, player: 2 },
  { recording: 'classic-6-ai-100-turns', turn: 60, player: 3 },
  { recording: 'civ2civ3-4-ai-40-turns-3.1', turn: 35, player: 1 },
  { recording: 'civ2civ3-4-ai-40-turns-3.2', turn: 35, player: 0 },
];

/** What became of one world. */
export interface Outcome {
  /** The sentence of the ProtocolError that ended the connection; undefined where the world was taken. */
  readonly refused: string | undefined;
  /** Exceptions of views, which are answers to that one game's agent. */
  readonly failed: readonly { readonly view: string; readonly error: string }[];
}

/** Packets that many views hang on, changed more often than their number says. */
const DECISIVE =
  /^(game_info|ruleset_(terrain_control|game|unit_class|specialist|government|terrain)|research_info|player_info)$/;

/** Folds a recorded game again and again, each time with some of its packets changed, and renders all that is shown of it. */
export class MutatedWorlds {
  readonly #moment: Moment;
  readonly #packets: readonly ServerPacket[];
  readonly #decisive: readonly number[];
  readonly #rules: readonly number[];

  constructor(moment: Moment) {
    this.#moment = moment;
    this.#packets = [...packetsUntil(moment)];
    const indexes = [...this.#packets.keys()];
    const named = (pattern: RegExp) =>
      indexes.filter((index) => pattern.test(this.#packets[index]?.name ?? ''));
    this.#decisive = named(DECISIVE);
    this.#rules = named(/^ruleset_(?!nation|description|government_ruler|music|city|style|.*_flag)/);
  }

  /** One world, drawn by `seed`. `onView` hears of each view before it is rendered. */
  async round(seed: number, onView: (view: string) => void = () => undefined): Promise<Outcome> {
    const random = new Random(seed);
    const mutator = new PacketMutator(protocolOf(this.#moment.recording).table, this.#packets, random);
    const changed = this.#chosen(random);
    const dropped = random.below(3) === 0 ? this.#chosen(random) : new Set<number>();
    try {
      onView('fold');
      return { refused: undefined, failed: await render(this.#fold(mutator, changed, dropped), onView) };
    } catch (error) {
      if (error instanceof ProtocolError) return { refused: error.message, failed: [] };
      throw error;
    }
  }

  #chosen(random: Random): ReadonlySet<number> {
    const count = 1 + random.below([3, 12, 80][random.below(3)] ?? 1);
    const pools = [this.#decisive, this.#rules, this.#rules, [...this.#packets.keys()]];
    const picked = Array.from({ length: count }, () => {
      const pool = pools[random.below(pools.length)] ?? [];
      return pool[random.below(pool.length)] ?? 0;
    });
    return new Set(picked);
  }

  /** Changed packets come in place of themselves, dropped ones not at all. */
  #fold(mutator: PacketMutator, changed: ReadonlySet<number>, dropped: ReadonlySet<number>): World {
    const world = createWorld();
    for (const [index, packet] of this.#packets.entries()) {
      if (dropped.has(index)) continue;
      applyPacket(world, changed.has(index) ? mutator.mutate(packet) : packet);
      commit(world);
    }
    world.seat = { ...world.seat, player: this.#moment.player, observer: false };
    return world;
  }
}

function* packetsUntil({ recording, turn }: Moment): Generator<ServerPacket> {
  let present = 0;
  for (const packet of packetsOf(recording)) {
    yield packet;
    if (packet.name === 'game_info') present = packet.fields.turn;
    if (packet.name === 'new_year') present = packet.fields.turn;
    if (packet.name === 'begin_turn' && present >= turn) return;
  }
}

async function render(world: World, onView: (view: string) => void): Promise<Outcome['failed']> {
  const failed: { view: string; error: string }[] = [];
  for (const [view, show] of Object.entries(everyView)) {
    onView(view);
    try {
      JSON.stringify(await show(world));
    } catch (error) {
      failed.push({ view, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return failed;
}
