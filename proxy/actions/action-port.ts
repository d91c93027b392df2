import type { Reply } from '../freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../freeciv/generated/packets-3.0.js';
import type { World } from '../world/world.js';

/** The seat an action is for: what it knows, and a way to ask the server. Rejects with ConnectionLost. */
export interface ActionPort<Sends extends ClientPacketName = ClientPacketName> {
  readonly world: World;
  readonly request: <K extends Sends>(name: K, fields: PacketOf<K>['fields']) => Promise<Reply>;
}
