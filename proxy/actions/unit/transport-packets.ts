import type { Reply } from '../../freeciv/brackets.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import { knowsAction } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { ActionPort } from '../action-port.js';

import { possibleActions } from './server-odds.js';
import { doUnitAction } from './unit-orders.js';

/** The packets that board and leave transports, in one version or another. */
export type TransportPacket = 'unit_load' | 'unit_unload' | 'unit_get_actions' | 'unit_do_action';

/** The unit actions of boarding, where those are unit actions: where the transport is, or from beside it. */
const boardingActions: readonly GenAction[] = [
  'ACTION_TRANSPORT_BOARD',
  'ACTION_TRANSPORT_BOARD2',
  'ACTION_TRANSPORT_BOARD3',
  'ACTION_TRANSPORT_EMBARK',
  'ACTION_TRANSPORT_EMBARK2',
  'ACTION_TRANSPORT_EMBARK3',
  'ACTION_TRANSPORT_EMBARK4',
];

/** Boards a transport: by unit_load in 3.0, by a unit action later. */
export async function load(port: ActionPort<TransportPacket>, unit: Unit, transport: Unit): Promise<Reply> {
  if (knowsAction(port.world, 'ACTION_TRANSPORT_BOARD'))
    return doToTransport(port, unit, transport, boardingActions);
  return port.request('unit_load', {
    cargoId: unit.id,
    transporterId: transport.id,
    transporterTile: transport.tile,
  });
}

/** Leaves a transport: by unit_unload in 3.0, by a unit action later. */
export async function unload(
  port: ActionPort<TransportPacket>,
  cargo: Unit,
  transporterId: number,
): Promise<Reply> {
  const transport = port.world.units.get(transporterId);
  if (transport !== undefined && knowsAction(port.world, 'ACTION_TRANSPORT_DEBOARD'))
    return doToTransport(port, cargo, transport, ['ACTION_TRANSPORT_DEBOARD']);
  return port.request('unit_unload', { cargoId: cargo.id, transporterId });
}

/** Does the first of the actions that the server finds possible; the first of all when it finds none, for its reason. */
async function doToTransport(
  port: ActionPort<TransportPacket>,
  unit: Unit,
  transport: Unit,
  actions: readonly GenAction[],
): Promise<Reply> {
  const possible = await possibleActions(port, unit, transport.tile, transport.id);
  const [first = 'ACTION_TRANSPORT_BOARD'] = actions;
  const action = actions.find((one) => possible.has(one)) ?? first;
  return doUnitAction(port, unit.id, transport.id, action);
}
