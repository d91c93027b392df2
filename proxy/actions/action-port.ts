import type { Reply } from '../freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../freeciv/generated/packets.js';
import type { PlanList } from '../plans/plan-list.js';
import type { SiteChooser } from '../plans/settle.js';
import type { World } from '../world/world.js';

/** The seat an action is for: what it knows, and a way to ask the server. Rejects with ConnectionLost. */
export interface ActionPort<Sends extends ClientPacketName = ClientPacketName> {
  readonly world: World;
  /** True where the agent wants the server to judge by itself (`parameters.validate: false`): no rule is checked here. */
  readonly skipsRules?: boolean;
  readonly planList?: Pick<PlanList, 'all'> | undefined;
  /** Chooses a site for a city, where something of this seat can. */
  readonly chooseSite?: SiteChooser | undefined;
  readonly request: <K extends Sends>(name: K, fields: PacketOf<K>['fields']) => Promise<Reply>;
}
