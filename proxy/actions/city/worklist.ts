import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { hasBuilding } from '../../rules/lookup/cities.js';
import { displayName, type Named, wireNameOf } from '../../rules/lookup/names.js';
import { buildTargets, canBuild } from '../../rules/production/build-targets.js';
import { type Target, targetOf } from '../../rules/production/target.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { World } from '../../world/world.js';
import { type Action, type ActionPlan, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, namedTargets, resolveChoice } from '../common-fields.js';
import type { ActorOffer, OfferMaker } from '../offer-maker.js';
import { productionRefusal } from './production-refusal.js';

type Entry = PacketFields['city_worklist']['worklist'][number];
type Port = ActionPort<'city_worklist'>;

const MAX_LENGTH = 64;

const item = z.union([z.string().min(1).max(80), z.int()]);
const items = z
  .array(z.string().min(1).max(80))
  .max(MAX_LENGTH)
  .describe('unit types and improvements by name, the next one first');
const position = z.int().min(0).max(MAX_LENGTH).describe('0 is what comes next');

/** Action `city_worklist` (handle_city_worklist): replaces the whole list. */
export const cityWorklist = worklistAction(
  'city_worklist',
  'Set the whole list of what a city builds after its present production; [] empties it.',
  z.looseObject({ ...actorFields, items }),
  (world, _city, _list, fields) => namedTargets(world, fields.items, 'data.items'),
);

/** Action `city_worklist_append`: entries at the end of the list. */
export const cityWorklistAppend = worklistAction(
  'city_worklist_append',
  "Add things to the end of a city's worklist.",
  z.looseObject({ ...actorFields, items }),
  (world, _city, list, fields) => {
    const added = namedTargets(world, fields.items, 'data.items');
    return added.ok ? ok([...list, ...added.value]) : added;
  },
  ({ world, ofCities }) => ofCities((city) => appendOffers(world, city), 'land'),
);

/** Action `city_worklist_insert`: entries before a position, 0 being the next one built. */
export const cityWorklistInsert = worklistAction(
  'city_worklist_insert',
  "Put things into a city's worklist before the one at a position.",
  z.looseObject({ ...actorFields, items, position: position.default(0) }),
  (world, _city, list, fields) => {
    const added = namedTargets(world, fields.items, 'data.items');
    return added.ok ? ok(list.toSpliced(fields.position, 0, ...added.value)) : added;
  },
);

/** Action `city_worklist_remove`: one entry, by position or name. */
export const cityWorklistRemove = worklistAction(
  'city_worklist_remove',
  "Take one thing out of a city's worklist, by its position or its name.",
  z.looseObject({
    ...actorFields,
    position: position.optional(),
    target: z.looseObject({ value: item }).optional(),
  }),
  (world, _city, list, fields) => {
    const named = list.map((entry, id) => ({ id, ...namesOf(world, entry) }));
    const wanted = fields.position ?? fields.target?.value;
    if (wanted === undefined) return invalidAction('Say which by position or target', 'data.position');
    const first = named.filter(({ name }, id) => named.findIndex((other) => other.name === name) === id);
    const found = resolveChoice(typeof wanted === 'number' ? named : first, wanted, 'entry of the worklist');
    return found.ok ? ok(list.toSpliced(found.value.id, 1)) : found;
  },
  ({ world, ofCities }) =>
    ofCities(({ detail }) =>
      distinct((detail?.worklist ?? []).map((entry) => namesOf(world, entry))).map((thing) => ({
        target: { value: wireNameOf(thing) },
        priority: 'low',
        certain: true,
        what: `take ${thing.name} off the worklist`,
      })),
    ),
);

/** An action that replaces a worklist by another one worked out from it. */
function worklistAction<S extends z.ZodType<{ actor_id: number }>>(
  name: string,
  doc: string,
  schema: S,
  next: (world: World, city: City, list: readonly Entry[], fields: z.output<S>) => Result<readonly Entry[]>,
  offers?: (maker: OfferMaker) => readonly Offer[],
): Action {
  return defineCityAction({
    name,
    doc,
    schema,
    sends: ['city_worklist'],
    isRarelyWanted: true,
    ...(offers === undefined ? {} : { offers }),
    plan(port, city, fields) {
      const list = city.detail?.worklist ?? [];
      const worklist = next(port.world, city, list, fields);
      if (!worklist.ok) return worklist;
      if (worklist.value.length > MAX_LENGTH) {
        return invalidAction(`A worklist holds ${MAX_LENGTH} things`, 'data.items', { length: list.length });
      }
      return ok(plan(port, city, list, worklist.value));
    },
    undo: (world, fields) => formerWorklist(world, fields.actor_id),
  });
}

/** The whole list as it is; undefined where something on it has no name. */
function formerWorklist(world: World, id: number): ActionData | undefined {
  const list = world.cities.get(id)?.detail?.worklist;
  const items = list?.flatMap(({ kind, value }) => wireNameOf(targetOf(world, kind, value)?.thing) ?? []);
  if (list === undefined || items?.length !== list.length) return undefined;
  return { action_type: 'city_worklist', actor_id: id, items };
}

/** The things that the city can build now, does not build yet, and does not have on its list. Others that the list accepts are not offered. */
function appendOffers(world: World, city: City): ActorOffer[] {
  const { detail } = city;
  const list = detail?.worklist ?? [];
  if (detail === undefined || list.length >= MAX_LENGTH) return [];
  const planned = [{ kind: detail.productionKind, value: detail.productionValue }, ...list];
  return buildTargets(world, city)
    .filter(({ kind, value }) => !planned.some((entry) => entry.kind === kind && entry.value === value))
    .map(({ name, ruleName, cost, isEndless }) => ({
      items: [wireNameOf({ name, ruleName })],
      priority: 'low',
      certain: true,
      what: `put ${name} on the worklist`,
      ...(!isEndless && { cost: { shields: cost } }),
    }));
}

function plan(port: Port, city: City, before: readonly Entry[], worklist: readonly Entry[]): ActionPlan {
  return {
    send: () => port.request('city_worklist', { cityId: city.id, worklist }),
    effect: (_state, world) => {
      const now = world.cities.get(city.id)?.detail?.worklist ?? [];
      if (!same(now, worklist) || same(now, before)) return undefined;
      return {
        city_id: city.id,
        worklist: now.map((entry) => wireNameOf(namesOf(world, entry))),
        ...notPossible(world, city, now),
      };
    },
    ...(same(before, worklist) && { already: `The worklist of ${nameText(city.name)} is so already` }),
  };
}

/** The entries that the city cannot build now, with the reason for each. What it has already it will never build. */
function notPossible(world: World, city: City, list: readonly Entry[]): Record<string, readonly string[]> {
  const targets = [...new Map(list.map((entry) => [`${entry.kind} ${entry.value}`, entry])).values()]
    .flatMap(({ kind, value }) => targetOf(world, kind, value) ?? [])
    .filter((target) => canBuild(world, city, target) === false);
  const isThere = (target: Target) =>
    target.kind === 'VUT_IMPROVEMENT' && hasBuilding(city, target.thing) === true;
  const names = (some: readonly Target[]) => some.map(({ thing }) => wireNameOf(thing));
  const there = targets.filter(isThere);
  const later = targets.filter((target) => !isThere(target));
  const reasons = later.flatMap((target) => productionRefusal(world, city, target) ?? []);
  return {
    ...(later.length > 0 && { not_possible_yet: names(later) }),
    ...(reasons.length > 0 && { reasons }),
    ...(there.length > 0 && { already_there: names(there) }),
  };
}

/** Of those with one name the first. */
function distinct(things: readonly Named[]): readonly Named[] {
  return things.filter(({ name }, at) => things.findIndex((other) => other.name === name) === at);
}

function namesOf(world: World, { kind, value }: Entry): Named {
  const thing = targetOf(world, kind, value)?.thing;
  if (thing === undefined) return { name: `${kind} ${value}` };
  return { name: displayName(thing.name), ruleName: thing.ruleName };
}

function same(one: readonly Entry[], other: readonly Entry[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, value }, index) => other[index]?.kind === kind && other[index]?.value === value)
  );
}
