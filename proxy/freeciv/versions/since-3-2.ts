import type { RawPacket } from '../field.js';
import { hasBit } from '../value-codecs.js';
import type { VersionChanges } from './adapter.js';

/** A_NONE: everybody knows it. */
const NO_TECH = 0;
const NO_TILE = -1;

const wrapFlags: ReadonlyMap<unknown, string> = new Map([
  ['WRAP_X', 'TF_WRAPX'],
  ['WRAP_Y', 'TF_WRAPY'],
]);

/** In what 3.2 and later differ from 3.1. */
export const changesSince32: VersionChanges = {
  received: {
    map_info: withWrap,
    set_topology: withWrap,
    // A unit without orders goes nowhere: where it went last is not in a save.
    unit_info: (raw) => (raw.hasOrders === true ? raw : { ...raw, gotoTile: NO_TILE }),
    player_info: (raw) => ({ ...raw, realEmbassy: booleans(raw.realEmbassy) }),
    // Which technology a unit type needs is one of its requirements now.
    ruleset_unit: (raw) => ({ ...raw, techRequirement: neededTech(raw.buildReqs) }),
    // How long it takes to clean a tile is a matter of each extra now.
    ruleset_terrain: (raw) => ({ ...raw, cleanPollutionTime: 0, cleanFalloutTime: 0 }),
  },
  sent: {
    // Fallout is cleaned as pollution is.
    unit_change_activity: (raw) => ({
      name: 'unit_change_activity',
      fields: { ...raw, activity: raw.activity === 'ACTIVITY_FALLOUT' ? 'ACTIVITY_POLLUTION' : raw.activity },
    }),
    city_options_req: (raw) => ({ name: 'city_options_req', fields: { wlCb: 'WLCB_SMART', ...raw } }),
  },
};

/** How a map wraps was a part of its topology. */
function withWrap(raw: RawPacket): RawPacket {
  const { topologyId, wrapId } = raw;
  const wraps = wrapId instanceof Set ? [...wrapId].flatMap((flag) => wrapFlags.get(flag) ?? []) : [];
  return { ...raw, topologyId: new Set([...(topologyId instanceof Set ? topologyId : []), ...wraps]) };
}

function booleans(bits: unknown): readonly boolean[] {
  if (!(bits instanceof Uint8Array)) return [];
  return Array.from({ length: bits.length * 8 }, (_, bit) => hasBit(bits, bit));
}

function neededTech(requirements: unknown): number {
  const all: readonly RawPacket[] = Array.isArray(requirements) ? requirements : [];
  const tech = all.find(({ type, present }) => type === 'VUT_ADVANCE' && present === true);
  return typeof tech?.value === 'number' ? tech.value : NO_TECH;
}
