import { ok, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { ChoiceSchema, NumberedOffer, Offer } from '#shared/protocol/state/offer.js';
import { ownDefeat } from '../rules/lookup/players.js';
import type { World } from '../world/world.js';
import { invalidAction } from './action.js';
import type { ActionPort } from './action-port.js';
import { type OfferActor, OfferContext } from './offer-context.js';
import { joinOffers, sortByPriority } from './offer-maker.js';
import { actions } from './registry.js';

/** What is seldom wanted comes after all else. */
const inOrder = [...actions.values()].toSorted((a, b) => Number(a.isRarelyWanted) - Number(b.isRarelyWanted));

/**
 * All offers of the seat, sorted by priority and then by the order of the registry. The server is asked in one
 * pipeline, and only about what has changed since it was asked last. With `actor` only those of that unit, city or the nation.
 */
export async function legalActions(port: ActionPort, actor?: OfferActor): Promise<readonly Offer[]> {
  if (port.world.turn.phase !== 'movement' || ownDefeat(port.world) !== undefined) return [];
  const offering = new OfferContext(port, actor);
  const found = await Promise.all(inOrder.map((action) => action.offers(offering)));
  const offers = sortByPriority(joinOffers(found));
  return actor === undefined ? offers : offers.filter((offer) => isOf(offer, actor));
}

function isOf({ unit_id: unit, city_id: city }: Offer, actor: OfferActor): boolean {
  return actor === 'nation' ? unit === undefined && city === undefined : unit === actor || city === actor;
}

interface Numbering {
  readonly version: number;
  readonly offers: readonly Offer[];
}

/** The last offers a seat was given numbers for. */
const numberings = new WeakMap<World, Numbering>();

/** Gives offers numbers that may be sent back as long as the state has this version. */
export function numberedOffers(world: World, offers: readonly Offer[]): readonly NumberedOffer[] {
  numberings.set(world, { version: world.version, offers });
  return offers.map((offer, index) => ({ action_index: index, ...offer }));
}

/** The action itself where it was sent by its number; E130 when the numbers are of another version, or there is none. */
export function withoutNumber(world: World, data: ActionData): Result<ActionData> {
  const { action_index: index, version } = data;
  if (index === undefined) return ok(data);
  const known = numberings.get(world);
  const asked = version ?? known?.version;
  if (known === undefined || known.version !== world.version || asked !== world.version) {
    return invalidAction(
      'The state has changed since the actions were numbered: ask for them again',
      'data.version',
      {
        version: world.version,
        numbered_at: known?.version ?? null,
      },
    );
  }
  const offer = known.offers[index];
  if (offer === undefined) {
    return invalidAction(`There is no action ${index}`, 'data.action_index', {
      expected: `0-${known.offers.length - 1}`,
    });
  }
  return ok({ ...offer });
}

/** A JSON Schema (2020-12) of these offers: one alternative for each actor and action, its targets as an enumeration. */
export function offerSchema(offers: readonly Offer[]): ChoiceSchema {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const { target: _target, ...rest } = choiceOf(offer);
    const key = JSON.stringify([rest, offer.target === undefined]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [offer]);
    else group.push(offer);
  }
  const alternatives = [...groups.values()].map(alternative);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(alternatives.length === 0 ? { not: {} } : { oneOf: alternatives }),
  };
}

function alternative(offers: readonly Offer[]): NonNullable<ChoiceSchema['oneOf']>[number] {
  const [first] = offers;
  const { target, ...fixed } = first === undefined ? {} : choiceOf(first);
  const constants = Object.entries(fixed).map(([name, value]) => [name, { const: value }]);
  const targets = target === undefined ? {} : { target: { enum: offers.map((offer) => offer.target) } };
  const properties = { ...Object.fromEntries(constants), ...targets };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The choice itself, without what says what it is. */
function choiceOf(offer: Offer): Partial<Offer> {
  const { priority: _priority, certain: _certain, odds: _odds, label: _label, ...rest } = offer;
  const { reason: _reason, cost: _cost, undecided: _undecided, ...choice } = rest;
  return choice;
}
