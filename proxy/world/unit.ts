import type { PacketFields, UnitActivity } from '../freeciv/generated/packets.js';

type UnitInfo = PacketFields['unit_info'];
type UnitShortInfo = PacketFields['unit_short_info'];

/** A unit as far as this seat sees it. `detail` is there for its own units (and allies', where shared). */
export interface Unit {
  readonly id: number;
  readonly owner: number;
  readonly tile: number;
  readonly type: number;
  readonly veteran: number;
  readonly hp: number;
  readonly activity: UnitActivity;
  /** Extra number the activity is about; -1 for none. */
  readonly activityTarget: number;
  readonly occupied: boolean;
  /** Unit id of the transport; undefined when it stands on its own. */
  readonly transportedBy: number | undefined;
  readonly detail: UnitInfo | undefined;
}

/** A unit from unit_info: all that its owner knows. */
export function unitFromInfo(info: UnitInfo): Unit {
  // What is spread stands last: the engine of Node 20 makes a hidden class for every object that begins with a spread.
  return { detail: info, ...commonFields(info) };
}

/** A unit from unit_short_info: what others see of it. */
export function unitFromShortInfo(info: UnitShortInfo): Unit {
  return { detail: undefined, ...commonFields(info) };
}

/** What both forms tell. */
function commonFields(info: UnitInfo | UnitShortInfo): Omit<Unit, 'detail'> {
  return {
    id: info.id,
    owner: info.owner,
    tile: info.tile,
    type: info.type,
    veteran: info.veteran,
    hp: info.hp,
    activity: info.activity,
    activityTarget: info.activityTgt,
    occupied: info.occupied,
    transportedBy: info.transported ? info.transportedBy : undefined,
  };
}
