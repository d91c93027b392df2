import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { changing, type World } from './world.js';

/** A player as it is now; the turn in which it dies is kept, as the server tells it only by the change. */
export function foldPlayer(world: World, info: PacketFields['player_info']): void {
  const { playerno, isAlive } = info;
  const wasAlive = world.players.get(playerno)?.isAlive === true;
  if (isAlive) world.deaths.delete(playerno);
  else if (wasAlive) world.deaths.set(playerno, world.game?.turn ?? 0);
  world.players.set(playerno, info, changing(world));
}
