import type { Level } from '#shared/protocol/state/common.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import type { LaterAction } from '../../rules/units/later-actions.js';
import {
  actorHasActed,
  actorIsGone,
  actorReachedTarget,
  cityWasInvestigated,
  cityWasTaken,
  hasEvent,
  hasPacket,
  targetsAreGone,
  type UnitActionOutcome,
} from './unit-action-outcome.js';

/** One of the server's unit actions: what it is for people, and how it is known to have succeeded. */
export interface UnitAction {
  readonly doc: string;
  /** What more has to be settled before it can be done. */
  readonly needs?: 'price' | 'tech' | 'building';
  readonly succeeded: (happened: UnitActionOutcome) => boolean;
  /** How soon it should be thought of when it is possible; low when not said. */
  readonly worth?: Level;
  /** What agents seldom want: it comes after all else. */
  readonly isRarelyWanted?: true;
}

/** The unit actions with a file of their own: unit_build_city and unit_attack. */
type Elsewhere = 'ACTION_FOUND_CITY' | 'ACTION_ATTACK';

/** Every unit action that agents do and that has no file of its own; one that is missing does not compile. */
export type UnitActionId = Exclude<GenAction, `#${number}` | 'ACTION_NONE' | Elsewhere | LaterAction>;

const ESCAPES = 'The unit may escape and act again.';
/** Since 3.1 that is an action of its own. */
const PRODUCTION = '; on servers of 3.0 also "production"';

/** All unit actions of the protocol but those that have a file of their own. */
export const unitActionTable: Readonly<Record<UnitActionId, UnitAction>> = {
  ACTION_ESTABLISH_EMBASSY: {
    doc: 'Establish an embassy in a foreign city.',
    succeeded: hasEvent('E_MY_DIPLOMAT_EMBASSY'),
  },
  ACTION_ESTABLISH_EMBASSY_STAY: {
    doc: 'Establish an embassy in a foreign city; the unit stays there and is used up.',
    succeeded: hasEvent('E_MY_DIPLOMAT_EMBASSY'),
  },
  ACTION_SPY_INVESTIGATE_CITY: {
    doc: 'Look into a foreign city; its details come with the state.',
    succeeded: cityWasInvestigated,
  },
  ACTION_INV_CITY_SPEND: {
    doc: 'Look into a foreign city; the unit is used up.',
    succeeded: cityWasInvestigated,
  },
  ACTION_SPY_POISON: {
    doc: 'Poison the water of a foreign city: it loses a citizen.',
    succeeded: hasEvent('E_MY_DIPLOMAT_POISON'),
  },
  ACTION_SPY_POISON_ESC: {
    doc: `Poison the water of a foreign city: it loses a citizen. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_DIPLOMAT_POISON'),
  },
  ACTION_SPY_STEAL_GOLD: {
    doc: 'Steal gold from the owner of a city.',
    succeeded: hasEvent('E_MY_SPY_STEAL_GOLD'),
  },
  ACTION_SPY_STEAL_GOLD_ESC: {
    doc: `Steal gold from the owner of a city. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_SPY_STEAL_GOLD'),
  },
  ACTION_SPY_SABOTAGE_CITY: {
    doc: 'Sabotage a foreign city: a building or its production, as chance has it.',
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_SABOTAGE_CITY_ESC: {
    doc: `Sabotage a foreign city: a building or its production, as chance has it. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_TARGETED_SABOTAGE_CITY: {
    doc: `Sabotage one building of a foreign city (sub_target: its name${PRODUCTION}).`,
    needs: 'building',
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_TARGETED_SABOTAGE_CITY_ESC: {
    doc: `Sabotage one building of a foreign city (sub_target: its name${PRODUCTION}). ${ESCAPES}`,
    needs: 'building',
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_SABOTAGE_CITY_PRODUCTION_ESC: {
    doc: `Sabotage what a foreign city builds (servers since 3.1). ${ESCAPES}`,
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_STEAL_TECH: {
    doc: 'Steal a technology, as chance has it.',
    succeeded: hasEvent('E_MY_DIPLOMAT_THEFT'),
  },
  ACTION_SPY_STEAL_TECH_ESC: {
    doc: `Steal a technology, as chance has it. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_DIPLOMAT_THEFT'),
  },
  ACTION_SPY_TARGETED_STEAL_TECH: {
    doc: 'Steal the technology named in sub_target; harder than any.',
    needs: 'tech',
    succeeded: hasEvent('E_MY_DIPLOMAT_THEFT'),
  },
  ACTION_SPY_TARGETED_STEAL_TECH_ESC: {
    doc: `Steal the technology named in sub_target; harder than any. ${ESCAPES}`,
    needs: 'tech',
    succeeded: hasEvent('E_MY_DIPLOMAT_THEFT'),
  },
  ACTION_SPY_INCITE_CITY: {
    doc: 'Incite a foreign city to revolt and join you, for gold.',
    needs: 'price',
    succeeded: hasEvent('E_MY_DIPLOMAT_INCITE'),
  },
  ACTION_SPY_INCITE_CITY_ESC: {
    doc: `Incite a foreign city to revolt and join you, for gold. ${ESCAPES}`,
    needs: 'price',
    succeeded: hasEvent('E_MY_DIPLOMAT_INCITE'),
  },
  ACTION_TRADE_ROUTE: {
    doc: "Establish a trade route from the unit's home city.",
    succeeded: hasEvent('E_CARAVAN_ACTION'),
  },
  ACTION_MARKETPLACE: {
    doc: "Sell the unit's goods in a city for a one-time revenue.",
    succeeded: hasEvent('E_CARAVAN_ACTION'),
  },
  ACTION_HELP_WONDER: {
    doc: "Add the unit's shields to what a city builds (wonders, where the rules say so).",
    succeeded: hasEvent('E_CARAVAN_ACTION'),
  },
  ACTION_SPY_BRIBE_UNIT: {
    doc: 'Bribe a foreign unit to join you, for gold.',
    needs: 'price',
    succeeded: hasEvent('E_MY_DIPLOMAT_BRIBE'),
  },
  ACTION_SPY_SABOTAGE_UNIT: {
    doc: 'Sabotage a foreign unit: it is badly damaged.',
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_SPY_SABOTAGE_UNIT_ESC: {
    doc: `Sabotage a foreign unit: it is badly damaged. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_DIPLOMAT_SABOTAGE'),
  },
  ACTION_CAPTURE_UNITS: {
    doc: 'Capture the units on a tile, which must all be such as can be captured.',
    succeeded: hasEvent('E_MY_DIPLOMAT_BRIBE'),
  },
  ACTION_JOIN_CITY: { doc: 'Let the unit settle in a city, which grows by it.', succeeded: actorIsGone },
  ACTION_STEAL_MAPS: {
    doc: 'Steal maps from the owner of a city.',
    succeeded: hasEvent('E_MY_SPY_STEAL_MAP'),
  },
  ACTION_STEAL_MAPS_ESC: {
    doc: `Steal maps from the owner of a city. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_SPY_STEAL_MAP'),
  },
  ACTION_BOMBARD: {
    doc: 'Bombard all units on a tile from where the unit stands; it is not endangered itself.',
    succeeded: hasEvent('E_UNIT_WIN_ATT'),
  },
  ACTION_SPY_NUKE: {
    doc: 'Explode a suitcase nuke in a foreign city.',
    succeeded: hasEvent('E_MY_SPY_NUKE'),
  },
  ACTION_SPY_NUKE_ESC: {
    doc: `Explode a suitcase nuke in a foreign city. ${ESCAPES}`,
    succeeded: hasEvent('E_MY_SPY_NUKE'),
  },
  ACTION_NUKE: {
    doc: 'Detonate a nuclear weapon on a tile; it hits all tiles around.',
    succeeded: hasPacket('nuke_tile_info'),
  },
  ACTION_DESTROY_CITY: {
    doc: 'Destroy a foreign city of size 1.',
    succeeded: ({ world, target }) => target.city !== undefined && !world.cities.has(target.city),
  },
  ACTION_EXPEL_UNIT: {
    doc: "Send a foreign unit on your land back to its owner's capital.",
    succeeded: hasEvent('E_UNIT_DID_EXPEL'),
  },
  ACTION_RECYCLE_UNIT: {
    doc: "Disband the unit in a city: half its shields go to the city's production.",
    succeeded: actorIsGone,
    isRarelyWanted: true,
  },
  ACTION_DISBAND_UNIT: { doc: 'Disband the unit.', succeeded: actorIsGone, isRarelyWanted: true },
  ACTION_HOME_CITY: {
    doc: 'Make a city the home of the unit: the city supports it from now on.',
    succeeded: ({ unit, actor, target }) =>
      actor?.detail?.homecity === target.city && unit.detail?.homecity !== target.city,
    isRarelyWanted: true,
  },
  ACTION_UPGRADE_UNIT: {
    doc: 'Upgrade the unit to a better type in one of your cities, for gold.',
    needs: 'price',
    succeeded: ({ actor, unit }) => actor !== undefined && actor.type !== unit.type,
  },
  ACTION_PARADROP: { doc: 'Let the unit jump from a city or base to a tile.', succeeded: actorReachedTarget },
  ACTION_AIRLIFT: { doc: 'Fly the unit from its city to another one.', succeeded: actorReachedTarget },
  ACTION_CONQUER_CITY: { doc: 'March into a foreign city nobody defends.', succeeded: cityWasTaken },
  ACTION_HEAL_UNIT: {
    doc: 'Heal a unit beside or with this one.',
    succeeded: hasEvent('E_MY_UNIT_DID_HEAL'),
  },
  ACTION_SPY_ATTACK: {
    doc: 'Attack the diplomats and spies on a tile (servers since 3.1).',
    succeeded: actorHasActed,
  },
  ACTION_COLLECT_RANSOM: {
    doc: 'Collect a ransom for a leader of the barbarians who is alone (servers since 3.2).',
    succeeded: ({ before, world, unit }) =>
      (world.players.get(unit.owner)?.gold ?? 0) > Number(before.player?.gold ?? 0),
  },
  ACTION_WIPE_UNITS: {
    doc: 'Wipe out the units on a tile, which cannot defend themselves (servers since 3.2).',
    succeeded: targetsAreGone,
  },
};
