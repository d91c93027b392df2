import type { ClientPacketName, PacketOf } from '../freeciv/generated/packets.js';
import type { World } from '../world/world.js';

/** The unit of a packet that servers after 3.0 want taken from the server's agent first (`unit_server_side_agent_set`). */
export function unitToRelease(
  { units }: World,
  { name, fields }: Pick<PacketOf<ClientPacketName>, 'name'> & { readonly fields: object },
): number | undefined {
  const unitId = orderedUnit(name, fields);
  const agent = unitId === undefined ? undefined : units.get(unitId)?.detail?.ssaController;
  return agent === undefined || agent === 'SSA_NONE' ? undefined : unitId;
}

function orderedUnit(name: ClientPacketName, fields: object): number | undefined {
  if (name === 'unit_do_action') return 'actorId' in fields ? Number(fields.actorId) : undefined;
  if (name !== 'unit_orders' && name !== 'unit_change_activity') return undefined;
  // Exploring gives the unit to an agent.
  if ('activity' in fields && fields.activity === 'ACTIVITY_EXPLORE') return undefined;
  return 'unitId' in fields ? Number(fields.unitId) : undefined;
}
