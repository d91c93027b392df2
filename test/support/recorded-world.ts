import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../proxy/world/world.js';
import { packetsOf } from '../recordings/recorded-world.js';

/** Games recorded with `npm run record`, by their file names. */
export type Recording =
  | 'classic-6-ai-100-turns'
  | 'classic-8-ai-150-turns'
  /** Hexagonal tiles, enemies' roads closed. */
  | 'civ2civ3-4-ai-90-turns'
  /** From 60 technologies on. */
  | 'civ2civ3-4-ai-60-turns'
  | LaterRecording;

/** Games of servers of later versions; which one stands at the end. */
export type LaterRecording = 'civ2civ3-4-ai-40-turns-3.1' | 'civ2civ3-4-ai-40-turns-3.2';

/**
 * The world of the recorded game as `player` would have it if it saw everything: the recording is an observer's.
 * `visit` is called with every version; the fold ends when it returns false. `hear` gets each packet before it is applied.
 */
export function replay(
  player: number | undefined,
  visit: (world: World) => boolean,
  recording: Recording = 'classic-6-ai-100-turns',
  hear: (world: World, packet: ServerPacket) => void = () => {},
): World {
  const world = createWorld();
  for (const packet of packetsOf(recording)) {
    hear(world, packet);
    applyPacket(world, packet);
    const { seat } = world;
    if (player !== undefined && seat.connectionId >= 0 && (seat.player !== player || seat.observer))
      world.seat = { ...seat, player, observer: false };
    if (commit(world) && !visit(world)) break;
  }
  return world;
}

/** Calls `visit` with every version of the first `turns` turns that were recorded, and with its number from 1 on. */
export function replayTurns(
  player: number,
  recording: Recording,
  turns: number,
  visit: (world: World, version: number) => void,
): void {
  let [versions, first] = [0, 0];
  const visitTurn = (world: World): boolean => {
    const turn = world.game?.turn ?? 0;
    if (turn < 1) return true;
    if (first === 0) first = turn;
    versions += 1;
    visit(world, versions);
    return turn < first + turns;
  };
  replay(player, visitTurn, recording);
}

/** The recorded game when a turn has just begun, as player 0 sees it. */
export function worldAtTurn(turn: number, recording?: Recording): World {
  return replay(0, (world) => world.turn.phase !== 'movement' || world.game?.turn !== turn, recording);
}
