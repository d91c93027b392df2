import type { RawPacket } from '../field.js';
import { NO_WORKER_TASK } from '../value-codecs.js';
import type { VersionChanges } from './adapter.js';
import { ownNamesOf } from './own-numbers.js';

/** Player numbers from this one on mean no player, or the fate of a wonder. */
const PLAYER_SLOTS = { own: 160, wire: 512 };
/** A_LAST of 3.0: higher numbers mean future technologies and none. */
const LAST_TECH = 200;
/** Numbers from this one on are not buildings. */
const NO_BUILDING = 200;
/** `request_kind`: whether a person waits for the answer. */
const PLAYER_INITIATED = 0;
const BACKGROUND_REFRESH = 1;
const NO_EXTRA = -1;
const NO_TERRAIN = -1;

/** The ends of enumerations of a version, which its server uses as values: A_LAST and ACTIVITY_LAST. */
export interface EnumEnds {
  readonly lastTech: number;
  readonly lastActivity: number;
}

/** In what 3.1 and later differ from 3.0. */
export function changesSince31({ lastTech, lastActivity }: EnumEnds): VersionChanges {
  const techs = (raw: RawPacket, names: readonly string[]): RawPacket => ({
    ...raw,
    ...Object.fromEntries(names.map((name) => [name, ownTech(raw[name], lastTech)])),
  });
  return {
    received: {
      game_info: (raw) => ({
        ...raw,
        year16: 0,
        // Landing is a matter of action enablers now.
        slowInvasions: false,
        paradropToTransport: false,
        greatWonderOwners: list(raw.greatWonderOwners).map(Number).map(ownPlayer),
      }),
      // Their nationalities come in a packet of their own.
      city_info: (raw) => ({ ...raw, nationalitiesCount: 0, nationId: [], nationCitizens: [] }),
      player_diplstate: (raw) => ({
        ...raw,
        diplstateId: Number(raw.plr1) * PLAYER_SLOTS.own + Number(raw.plr2),
      }),
      unit_info: (raw) => ({
        ...raw,
        ai: raw.ssaController === 'SSA_AUTOSETTLER',
        ...ordersAsArrays(raw.orders),
      }),
      unit_actions: withDisturb,
      unit_action_answer: withDisturb,
      city_sabotage_list: withDisturb,
      worker_task: (raw) => ({
        ...raw,
        activity: String(raw.activity).startsWith('#') ? NO_WORKER_TASK : raw.activity,
      }),
      research_info: (raw) => techs(raw, ['researching', 'researchingSaved', 'techGoal']),
      ruleset_unit: (raw) => ({
        ...raw,
        imprRequirement: NO_BUILDING,
        govRequirement: -1,
        paratroopersMrReq: 0,
        paratroopersMrSub: 0,
      }),
      ruleset_unit_class: (raw) => ({ ...raw, hutBehavior: 0 }),
      // To change the terrain is work of another kind: cultivate and plant.
      ruleset_terrain: (raw) => ({
        ...raw,
        irrigationResult: Number(raw.irrigationTime) > 0 ? raw.id : NO_TERRAIN,
        miningResult: Number(raw.miningTime) > 0 ? raw.id : NO_TERRAIN,
      }),
      ruleset_base: (raw) => ({ ...raw, flags: new Set() }),
      ruleset_city: (raw) => ({ ...raw, citizensGraphicAlt: '' }),
      ruleset_action: (raw) => ({ ...raw, blockedBy: actionBits(raw.blockedBy) }),
    },
    sent: {
      unit_orders: (raw) => ({ name: 'unit_orders', fields: { ...raw, orders: ordersAsRecords(raw) } }),
      unit_get_actions: (raw) => ({
        name: 'unit_get_actions',
        fields: { ...withRequestKind(raw), targetExtraId: NO_EXTRA },
      }),
      unit_action_query: (raw) => ({ name: 'unit_action_query', fields: withRequestKind(raw) }),
      unit_autosettlers: ({ unitId }) => agentSet(unitId, 'SSA_AUTOSETTLER'),
      unit_change_activity: (raw) =>
        raw.activity === 'ACTIVITY_EXPLORE'
          ? agentSet(raw.unitId, 'SSA_AUTOEXPLORE')
          : { name: 'unit_change_activity', fields: raw },
      worker_task: (raw) => ({
        name: 'worker_task',
        fields: { ...raw, activity: raw.activity === NO_WORKER_TASK ? `#${lastActivity}` : raw.activity },
      }),
    },
  };
}

function agentSet(unitId: unknown, agent: string) {
  return { name: 'unit_server_side_agent_set', fields: { unitId, agent } };
}

function ownPlayer(number: number): number {
  return number < PLAYER_SLOTS.wire ? number : number - PLAYER_SLOTS.wire + PLAYER_SLOTS.own;
}

function ownTech(number: unknown, lastTech: number): unknown {
  return typeof number === 'number' && number >= lastTech ? number - lastTech + LAST_TECH : number;
}

function withDisturb(raw: RawPacket): RawPacket {
  return { ...raw, disturbPlayer: raw.requestKind === PLAYER_INITIATED };
}

function withRequestKind({ disturbPlayer, ...raw }: RawPacket): RawPacket {
  return { ...raw, requestKind: disturbPlayer === true ? PLAYER_INITIATED : BACKGROUND_REFRESH };
}

function ordersAsArrays(orders: unknown): RawPacket {
  const all = records(orders);
  return {
    orders: all.map(({ order }) => order),
    ordersDirs: all.map(({ dir }) => dir),
    ordersActivities: all.map(({ activity }) => activity),
    ordersSubTargets: all.map(({ subTarget }) => subTarget),
    ordersActions: all.map(({ action }) => action),
  };
}

/** An action at the end of a route is about the tile where it ends. */
function ordersAsRecords({ orders, dir, activity, subTarget, action, destTile }: RawPacket): RawPacket[] {
  return list(orders).map((order, at) => ({
    order,
    dir: list(dir)[at],
    activity: list(activity)[at],
    target: order === 'ORDER_PERFORM_ACTION' ? destTile : -1,
    subTarget: list(subTarget)[at],
    action: list(action)[at],
  }));
}

/** Bits by our own numbers of the actions with these names. */
function actionBits(names: unknown): Uint8Array {
  const own = ownNamesOf('gen_action');
  const bits = new Uint8Array((own.length + 7) >> 3);
  if (names instanceof Set)
    for (const name of names) {
      const bit = own.indexOf(String(name));
      if (bit >= 0) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  return bits;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function records(value: unknown): readonly RawPacket[] {
  return Array.isArray(value) ? value : [];
}
