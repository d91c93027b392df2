import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { NO_PLAYER_FROM } from '../freeciv/packet-stream.js';
import { changing, type World } from './world.js';

/** Keeps the list of connections, and from our own entry who we are. */
export function foldConnection(world: World, info: PacketFields['conn_info']): void {
  if (!info.used) {
    world.connections.delete(info.id, changing(world));
    return;
  }
  world.connections.set(info.id, info, changing(world));
  if (info.id !== world.seat.connectionId) return;
  const player = info.playerNum < NO_PLAYER_FROM ? info.playerNum : undefined;
  world.seat = { connectionId: info.id, player, observer: info.observer };
}
