import type { GenAction } from '../../freeciv/generated/packets.js';

/** How a unit action is done that only versions after 3.0 have, and that agents do not do under its own name. */
type DoneBy =
  /** It is the same for agents as one of 3.0: the ruleset allows one or the other, with other requirements. */
  | { readonly variantOf: GenAction }
  /** Agents do it by an action of its own file: a move, an activity, boarding and leaving a transport. */
  | 'other_action'
  /** Agents cannot do it: of the rulesets that come with a server only `sandbox` enables some of these. */
  | 'nothing';

const variantOf = (action: GenAction): DoneBy => ({ variantOf: action });

/** The unit actions that 3.0 does not have, but those of `unit-action-table.ts`. */
const doneBy = {
  ACTION_ATTACK2: variantOf('ACTION_ATTACK'),
  ACTION_SUICIDE_ATTACK: variantOf('ACTION_ATTACK'),
  ACTION_SUICIDE_ATTACK2: variantOf('ACTION_ATTACK'),
  ACTION_BOMBARD2: variantOf('ACTION_BOMBARD'),
  ACTION_BOMBARD3: variantOf('ACTION_BOMBARD'),
  ACTION_BOMBARD4: variantOf('ACTION_BOMBARD'),
  ACTION_BOMBARD_LETHAL: variantOf('ACTION_BOMBARD'),
  ACTION_BOMBARD_LETHAL2: variantOf('ACTION_BOMBARD'),
  ACTION_CONQUER_CITY2: variantOf('ACTION_CONQUER_CITY'),
  ACTION_CONQUER_CITY3: variantOf('ACTION_CONQUER_CITY'),
  ACTION_CONQUER_CITY4: variantOf('ACTION_CONQUER_CITY'),
  ACTION_HEAL_UNIT2: variantOf('ACTION_HEAL_UNIT'),
  ACTION_NUKE_CITY: variantOf('ACTION_NUKE'),
  ACTION_NUKE_UNITS: variantOf('ACTION_NUKE'),
  ACTION_PARADROP_CONQUER: variantOf('ACTION_PARADROP'),
  ACTION_PARADROP_FRIGHTEN: variantOf('ACTION_PARADROP'),
  ACTION_PARADROP_FRIGHTEN_CONQUER: variantOf('ACTION_PARADROP'),
  ACTION_PARADROP_ENTER: variantOf('ACTION_PARADROP'),
  ACTION_PARADROP_ENTER_CONQUER: variantOf('ACTION_PARADROP'),
  ACTION_SPY_SABOTAGE_CITY_PRODUCTION: variantOf('ACTION_SPY_SABOTAGE_CITY_PRODUCTION_ESC'),
  ACTION_CONVERT: 'other_action',
  ACTION_FORTIFY: 'other_action',
  ACTION_CULTIVATE: 'other_action',
  ACTION_PLANT: 'other_action',
  ACTION_TRANSFORM_TERRAIN: 'other_action',
  ACTION_ROAD: 'other_action',
  ACTION_IRRIGATE: 'other_action',
  ACTION_MINE: 'other_action',
  ACTION_BASE: 'other_action',
  ACTION_PILLAGE: 'other_action',
  ACTION_CLEAN_POLLUTION: 'other_action',
  ACTION_CLEAN_FALLOUT: 'other_action',
  ACTION_TRANSPORT_BOARD: 'other_action',
  ACTION_TRANSPORT_BOARD2: 'other_action',
  ACTION_TRANSPORT_BOARD3: 'other_action',
  ACTION_TRANSPORT_DEBOARD: 'other_action',
  ACTION_TRANSPORT_EMBARK: 'other_action',
  ACTION_TRANSPORT_EMBARK2: 'other_action',
  ACTION_TRANSPORT_EMBARK3: 'other_action',
  ACTION_TRANSPORT_EMBARK4: 'other_action',
  ACTION_TRANSPORT_DISEMBARK1: 'other_action',
  ACTION_TRANSPORT_DISEMBARK2: 'other_action',
  ACTION_TRANSPORT_DISEMBARK3: 'other_action',
  ACTION_TRANSPORT_DISEMBARK4: 'other_action',
  ACTION_TRANSPORT_LOAD: 'other_action',
  ACTION_TRANSPORT_LOAD2: 'other_action',
  ACTION_TRANSPORT_LOAD3: 'other_action',
  ACTION_TRANSPORT_UNLOAD: 'other_action',
  ACTION_CONQUER_EXTRAS: 'other_action',
  ACTION_CONQUER_EXTRAS2: 'other_action',
  ACTION_CONQUER_EXTRAS3: 'other_action',
  ACTION_CONQUER_EXTRAS4: 'other_action',
  ACTION_HUT_ENTER: 'other_action',
  ACTION_HUT_ENTER2: 'other_action',
  ACTION_HUT_ENTER3: 'other_action',
  ACTION_HUT_ENTER4: 'other_action',
  ACTION_HUT_FRIGHTEN: 'other_action',
  ACTION_HUT_FRIGHTEN2: 'other_action',
  ACTION_HUT_FRIGHTEN3: 'other_action',
  ACTION_HUT_FRIGHTEN4: 'other_action',
  ACTION_UNIT_MOVE: 'other_action',
  ACTION_UNIT_MOVE2: 'other_action',
  ACTION_UNIT_MOVE3: 'other_action',
  ACTION_HOMELESS: 'nothing',
  ACTION_SPY_ESCAPE: 'nothing',
  ACTION_SPY_SPREAD_PLAGUE: 'nothing',
  ACTION_STRIKE_BUILDING: 'nothing',
  ACTION_STRIKE_PRODUCTION: 'nothing',
  ACTION_TELEPORT: 'nothing',
  ACTION_TELEPORT_CONQUER: 'nothing',
  ACTION_TELEPORT_ENTER: 'nothing',
  ACTION_TELEPORT_ENTER_CONQUER: 'nothing',
  ACTION_TELEPORT_FRIGHTEN: 'nothing',
  ACTION_TELEPORT_FRIGHTEN_CONQUER: 'nothing',
  ACTION_USER_ACTION1: 'nothing',
  ACTION_USER_ACTION2: 'nothing',
  ACTION_USER_ACTION3: 'nothing',
  ACTION_USER_ACTION4: 'nothing',
} as const satisfies Partial<Record<GenAction, DoneBy>>;

/** A unit action that 3.0 does not have, and that agents do not do under its own name. */
export type LaterAction = keyof typeof doneBy;

const laterActions: ReadonlyMap<string, DoneBy> = new Map(Object.entries(doneBy));

/** The action that agents use for an action: itself for those they know, undefined for one that is not a unit action to them. */
export function unitActionOf(action: GenAction): GenAction | undefined {
  const done = laterActions.get(action);
  if (done === undefined) return action;
  return typeof done === 'object' ? done.variantOf : undefined;
}
