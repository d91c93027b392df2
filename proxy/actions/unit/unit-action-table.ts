import type { Level } from '#shared/protocol/state/common.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { EventType, GenAction, ServerPacketName } from '../../freeciv/generated/packets-3.0.js';
import { displayName } from '../../rules/lookup/names.js';
import { knownTechIds, ownResearch } from '../../rules/lookup/research.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { StateBefore } from '../changes.js';
import type { UnitActionTarget } from './unit-action-target.js';

/** What is known after the server has dealt with a unit action. */
export interface UnitActionOutcome {
  readonly before: StateBefore;
  readonly world: World;
  readonly replies: readonly Reply[];
  readonly events: ReadonlySet<EventType>;
  /** The acting unit as it was, and as it is: undefined when it is gone. */
  readonly unit: Unit;
  readonly actor: Unit | undefined;
  readonly target: UnitActionTarget;
}

/** Collects what is known after the bracket of a unit action has closed. */
export function unitActionOutcome(
  unit: Unit,
  target: UnitActionTarget,
  before: StateBefore,
  world: World,
  replies: readonly Reply[],
): UnitActionOutcome {
  const events = new Set(replies.flatMap(({ messages }) => messages.map(({ event }) => event)));
  return { before, world, replies, events, unit, actor: world.units.get(unit.id), target };
}

/** Whether the unit tried: it succeeded, or it paid for failing with its life, its moves or its health. */
export function wasTried(what: UnitActionOutcome, succeeded: boolean): boolean {
  if (succeeded) return true;
  // For an illegal action the server may take moves away without doing anything.
  if (what.events.has('E_UNIT_ILLEGAL_ACTION')) return false;
  const { unit, actor } = what;
  return (
    actor === undefined ||
    actor.tile !== unit.tile ||
    actor.hp !== unit.hp ||
    actor.detail?.movesleft !== unit.detail?.movesleft
  );
}

/** The `state_change` of a unit action; entities that changed are listed in `changes` beside it. */
export function unitActionResult(
  what: UnitActionOutcome,
  knownBefore: ReadonlySet<number>,
): Record<string, unknown> {
  const { before, world, unit, actor } = what;
  const own = unit.owner;
  const gold = (world.players.get(own)?.gold ?? 0) - Number(before.player?.gold ?? 0);
  const units = [...world.units.values()].filter(
    ({ id, owner }) => owner === own && before.units.get(id)?.owner !== own,
  );
  const cities = [...world.cities.values()].filter(
    ({ id, owner }) => owner === own && before.cities.get(id)?.owner !== own,
  );
  const techs = [...knownTechIds(ownResearch(world))].filter((tech) => !knownBefore.has(tech));
  return {
    actor_survived: actor !== undefined,
    ...(actor !== undefined && actor.tile !== unit.tile
      ? { new_position: world.map.position(actor.tile) }
      : {}),
    ...(gold === 0 ? {} : { gold_change: gold }),
    ...(units.length === 0 ? {} : { units_gained: units.map(({ id }) => id) }),
    ...(cities.length === 0 ? {} : { cities_gained: cities.map(({ id }) => id) }),
    ...(techs.length === 0
      ? {}
      : { techs_gained: techs.map((tech) => displayName(world.ruleset.techs.get(tech)?.name ?? '')) }),
  };
}

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

/** Every unit action of the protocol; one that is missing does not compile. */
export type UnitActionId = Exclude<GenAction, `#${number}` | 'ACTION_NONE' | Elsewhere>;

const told = (event: EventType) => (happened: UnitActionOutcome) => happened.events.has(event);
const sent = (packet: ServerPacketName) => (happened: UnitActionOutcome) =>
  happened.replies.some(({ packets }) => packets.some(({ name }) => name === packet));
const actorGone = ({ actor }: UnitActionOutcome) => actor === undefined;
const actorAtTarget = ({ unit, actor, target }: UnitActionOutcome) =>
  actor === undefined || (actor.tile === target.tile && unit.tile !== target.tile);
/** A city of size 1 does not survive its conquest. */
const cityIsTaken = ({ before, world, target, unit }: UnitActionOutcome) => {
  const then = before.cities.get(target.city ?? -1);
  if (then === undefined || then.owner === unit.owner) return false;
  return [unit.owner, undefined].includes(world.cities.get(then.id)?.owner);
};

const embassy = told('E_MY_DIPLOMAT_EMBASSY');
const sabotage = told('E_MY_DIPLOMAT_SABOTAGE');
const theft = told('E_MY_DIPLOMAT_THEFT');
const poison = told('E_MY_DIPLOMAT_POISON');
const gold = told('E_MY_SPY_STEAL_GOLD');
const maps = told('E_MY_SPY_STEAL_MAP');
const incite = told('E_MY_DIPLOMAT_INCITE');
const caravan = told('E_CARAVAN_ACTION');
const nuke = sent('nuke_tile_info');

const ESCAPES = 'The unit may escape and act again.';

/** All unit actions of the protocol but those that have a file of their own. */
export const unitActionTable: Readonly<Record<UnitActionId, UnitAction>> = {
  ACTION_ESTABLISH_EMBASSY: { doc: 'Establish an embassy in a foreign city.', succeeded: embassy },
  ACTION_ESTABLISH_EMBASSY_STAY: {
    doc: 'Establish an embassy in a foreign city; the unit stays there and is used up.',
    succeeded: embassy,
  },
  ACTION_SPY_INVESTIGATE_CITY: {
    doc: 'Look into a foreign city; its details come with the state.',
    succeeded: investigated,
  },
  ACTION_INV_CITY_SPEND: {
    doc: 'Look into a foreign city; the unit is used up.',
    succeeded: investigated,
  },
  ACTION_SPY_POISON: { doc: 'Poison the water of a foreign city: it loses a citizen.', succeeded: poison },
  ACTION_SPY_POISON_ESC: {
    doc: `Poison the water of a foreign city: it loses a citizen. ${ESCAPES}`,
    succeeded: poison,
  },
  ACTION_SPY_STEAL_GOLD: { doc: 'Steal gold from the owner of a city.', succeeded: gold },
  ACTION_SPY_STEAL_GOLD_ESC: { doc: `Steal gold from the owner of a city. ${ESCAPES}`, succeeded: gold },
  ACTION_SPY_SABOTAGE_CITY: {
    doc: 'Sabotage a foreign city: a building or its production, as chance has it.',
    succeeded: sabotage,
  },
  ACTION_SPY_SABOTAGE_CITY_ESC: {
    doc: `Sabotage a foreign city: a building or its production, as chance has it. ${ESCAPES}`,
    succeeded: sabotage,
  },
  ACTION_SPY_TARGETED_SABOTAGE_CITY: {
    doc: 'Sabotage one building of a foreign city (sub_target: its name, or "production").',
    needs: 'building',
    succeeded: sabotage,
  },
  ACTION_SPY_TARGETED_SABOTAGE_CITY_ESC: {
    doc: `Sabotage one building of a foreign city (sub_target: its name, or "production"). ${ESCAPES}`,
    needs: 'building',
    succeeded: sabotage,
  },
  ACTION_SPY_STEAL_TECH: { doc: 'Steal a technology, as chance has it.', succeeded: theft },
  ACTION_SPY_STEAL_TECH_ESC: {
    doc: `Steal a technology, as chance has it. ${ESCAPES}`,
    succeeded: theft,
  },
  ACTION_SPY_TARGETED_STEAL_TECH: {
    doc: 'Steal the technology named in sub_target; harder than any.',
    needs: 'tech',
    succeeded: theft,
  },
  ACTION_SPY_TARGETED_STEAL_TECH_ESC: {
    doc: `Steal the technology named in sub_target; harder than any. ${ESCAPES}`,
    needs: 'tech',
    succeeded: theft,
  },
  ACTION_SPY_INCITE_CITY: {
    doc: 'Incite a foreign city to revolt and join you, for gold.',
    needs: 'price',
    succeeded: incite,
  },
  ACTION_SPY_INCITE_CITY_ESC: {
    doc: `Incite a foreign city to revolt and join you, for gold. ${ESCAPES}`,
    needs: 'price',
    succeeded: incite,
  },
  ACTION_TRADE_ROUTE: { doc: "Establish a trade route from the unit's home city.", succeeded: caravan },
  ACTION_MARKETPLACE: { doc: "Sell the unit's goods in a city for a one-time revenue.", succeeded: caravan },
  ACTION_HELP_WONDER: {
    doc: "Add the unit's shields to what a city builds (wonders, where the rules say so).",
    succeeded: caravan,
  },
  ACTION_SPY_BRIBE_UNIT: {
    doc: 'Bribe a foreign unit to join you, for gold.',
    needs: 'price',
    succeeded: told('E_MY_DIPLOMAT_BRIBE'),
  },
  ACTION_SPY_SABOTAGE_UNIT: { doc: 'Sabotage a foreign unit: it is badly damaged.', succeeded: sabotage },
  ACTION_SPY_SABOTAGE_UNIT_ESC: {
    doc: `Sabotage a foreign unit: it is badly damaged. ${ESCAPES}`,
    succeeded: sabotage,
  },
  ACTION_CAPTURE_UNITS: {
    doc: 'Capture the units on a tile, which must all be such as can be captured.',
    succeeded: told('E_MY_DIPLOMAT_BRIBE'),
  },
  ACTION_JOIN_CITY: { doc: 'Let the unit settle in a city, which grows by it.', succeeded: actorGone },
  ACTION_STEAL_MAPS: { doc: 'Steal maps from the owner of a city.', succeeded: maps },
  ACTION_STEAL_MAPS_ESC: { doc: `Steal maps from the owner of a city. ${ESCAPES}`, succeeded: maps },
  ACTION_BOMBARD: {
    doc: 'Bombard all units on a tile from where the unit stands; it is not endangered itself.',
    succeeded: told('E_UNIT_WIN_ATT'),
  },
  ACTION_SPY_NUKE: { doc: 'Explode a suitcase nuke in a foreign city.', succeeded: told('E_MY_SPY_NUKE') },
  ACTION_SPY_NUKE_ESC: {
    doc: `Explode a suitcase nuke in a foreign city. ${ESCAPES}`,
    succeeded: told('E_MY_SPY_NUKE'),
  },
  ACTION_NUKE: { doc: 'Detonate a nuclear weapon on a tile; it hits all tiles around.', succeeded: nuke },
  ACTION_DESTROY_CITY: {
    doc: 'Destroy a foreign city of size 1.',
    succeeded: ({ world, target }) => target.city !== undefined && !world.cities.has(target.city),
  },
  ACTION_EXPEL_UNIT: {
    doc: "Send a foreign unit on your land back to its owner's capital.",
    succeeded: told('E_UNIT_DID_EXPEL'),
  },
  ACTION_RECYCLE_UNIT: {
    doc: "Disband the unit in a city: half its shields go to the city's production.",
    succeeded: actorGone,
    isRarelyWanted: true,
  },
  ACTION_DISBAND_UNIT: { doc: 'Disband the unit.', succeeded: actorGone, isRarelyWanted: true },
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
  ACTION_PARADROP: { doc: 'Let the unit jump from a city or base to a tile.', succeeded: actorAtTarget },
  ACTION_AIRLIFT: { doc: 'Fly the unit from its city to another one.', succeeded: actorAtTarget },
  ACTION_CONQUER_CITY: { doc: 'March into a foreign city nobody defends.', succeeded: cityIsTaken },
  ACTION_HEAL_UNIT: { doc: 'Heal a unit beside or with this one.', succeeded: told('E_MY_UNIT_DID_HEAL') },
};

function investigated({ replies, target }: UnitActionOutcome): boolean {
  return replies.some(({ packets }) =>
    packets.some(
      (packet) =>
        packet.name === 'city_info' && packet.fields.id === target.city && packet.fields.diplomatInvestigate,
    ),
  );
}
