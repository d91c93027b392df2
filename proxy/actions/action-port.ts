import type { Reply } from '../freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../freeciv/generated/packets-3.0.js';
import type { World } from '../world/world.js';

/** The seat an action is for: what it knows, and a way to ask the server. Rejects with ConnectionLost. */
export interface ActionPort<Sends extends ClientPacketName = ClientPacketName> {
  readonly world: World;
  /** True where the agent wants the server to judge by itself (`parameters.validate: false`): no rule is checked here. */
  readonly skipsRules?: boolean;
  readonly request: <K extends Sends>(name: K, fields: PacketOf<K>['fields']) => Promise<Reply>;
}
