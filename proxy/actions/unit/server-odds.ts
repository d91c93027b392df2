import type { Level } from '#shared/protocol/state/common.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { GenAction, PacketFields } from '../../freeciv/generated/packets.js';
import type { ActionProbability } from '../../freeciv/value-codecs.js';
import { unitActionOf } from '../../rules/units/later-actions.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action-port.js';

/** What the server says a unit could do to a tile and what stands there. */
export interface UnitActionOdds {
  readonly targetUnit: number | undefined;
  readonly targetCity: number | undefined;
  readonly tile: number;
  readonly odds: ReadonlyMap<GenAction, ActionProbability>;
  /** The action to send for one of those, where the ruleset allows a variant of it instead. */
  readonly variants: ReadonlyMap<GenAction, GenAction>;
}

/** Highest probability the server gives, in half per cent; above it stand its special values. */
export const CERTAIN = 200;
const NOT_IMPLEMENTED = 254;
/** Where the server does not say. */
export const UNKNOWN_ODDS: ActionProbability = { min: 0, max: CERTAIN };

/** Asks the server for the odds of every unit action against a tile, with fog respected. */
export async function unitActionOdds(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
  targetUnit = 0,
): Promise<UnitActionOdds> {
  const answer = await serverAnswer(port, unit, tile, targetUnit);
  // The server tells of the actions in the order of their numbers.
  const names = [...port.world.ruleset.actions.keys()];
  const odds = new Map<GenAction, ActionProbability>();
  const variants = new Map<GenAction, GenAction>();
  for (const [index, probability] of (answer?.actionProbabilities ?? []).entries()) {
    const name = names[index];
    const action = name && unitActionOf(name);
    if (name === undefined || action === undefined || odds.has(action)) continue;
    if (isPossible(probability)) odds.set(action, probability);
    else if (probability.min === NOT_IMPLEMENTED && probability.max === 0) odds.set(action, UNKNOWN_ODDS);
    else continue;
    if (action !== name) variants.set(action, name);
  }
  return {
    targetUnit: positive(answer?.targetUnitId),
    targetCity: positive(answer?.targetCityId),
    tile,
    odds,
    variants,
  };
}

/** All unit actions against a unit or tile that the server finds possible, also those that agents do not do as such. */
export async function possibleActions(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
  targetUnit: number,
): Promise<ReadonlySet<GenAction>> {
  const answer = await serverAnswer(port, unit, tile, targetUnit);
  const names = [...port.world.ruleset.actions.keys()];
  return new Set(
    names.filter((_, index) => isPossible(answer?.actionProbabilities[index] ?? { min: 0, max: 0 })),
  );
}

async function serverAnswer(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
  targetUnit: number,
): Promise<PacketFields['unit_actions'] | undefined> {
  const { packets } = await port.request('unit_get_actions', {
    actorUnitId: unit.id,
    targetUnitId: targetUnit,
    targetTileId: tile,
    disturbPlayer: false,
  });
  return packets.find((packet) => packet.name === 'unit_actions')?.fields;
}

/** Any odds at all: the server does not tell. */
export function isUnknown({ min, max }: ActionProbability): boolean {
  return min === 0 && max === CERTAIN;
}

function isPossible({ min, max }: ActionProbability): boolean {
  return max > 0 && max <= CERTAIN && min <= max;
}

/** What `target_id` of a unit action means depends on the kind of target the ruleset gives the action. */
export function targetId(
  world: World,
  action: GenAction,
  unit: Unit,
  against: UnitActionOdds,
): number | undefined {
  switch (world.ruleset.actions.get(sentAction(action, against))?.tgtKind) {
    case 'ATK_CITY':
      return against.targetCity;
    case 'ATK_UNIT':
      return against.targetUnit;
    case 'ATK_UNITS':
    case 'ATK_TILE':
    case 'ATK_EXTRAS':
      return against.tile;
    case 'ATK_SELF':
      return unit.id;
    default:
      return undefined;
  }
}

/** The action that is sent for one of the odds. */
export function sentAction(action: GenAction, { variants }: Pick<UnitActionOdds, 'variants'>): GenAction {
  return variants.get(action) ?? action;
}

function positive(id: number | undefined): number | undefined {
  return id === undefined || id === 0 ? undefined : id;
}

/** How sure an offer is, from the server's probability. */
export function offerOdds({ min, max }: ActionProbability): Pick<Offer, 'certain' | 'odds'> {
  if (min === CERTAIN) return { certain: true };
  return { certain: false, odds: [min / CERTAIN, max / CERTAIN] };
}

const MIN_HIGH_CHANCE = 0.6;
const MIN_MEDIUM_CHANCE = 0.3;

/** What is likely to succeed comes first; odds that are not known count as even. */
export function priorityOf(probability: ActionProbability): Level {
  const likely = (probability.min + probability.max) / 2 / CERTAIN;
  if (likely >= MIN_HIGH_CHANCE) return 'high';
  return likely >= MIN_MEDIUM_CHANCE ? 'medium' : 'low';
}
