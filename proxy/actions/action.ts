import type { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { Reply } from '../freeciv/brackets.js';
import type { ClientPacketName } from '../freeciv/generated/packets.js';
import type { WakeOn } from '../orders/wake.js';
import type { Plan, PlanChange } from '../plans/plan.js';
import type { AgentAction } from '../plans/plan-list.js';
import { resolveName } from '../rules/lookup/names.js';
import type { World } from '../world/world.js';
import { type ActionFields, withWord } from './action-fields.js';
import type { ActionPort } from './action-port.js';
import type { StateBefore } from './changes.js';
import type { OfferContext } from './offer-context.js';
import { OfferMaker } from './offer-maker.js';

/** An action found to be valid: how to do it, and how to see whether it happened. */
export interface ActionPlan {
  /** Sends the packets; settles when the server has dealt with all of them. */
  send(): Promise<Reply | readonly Reply[]>;
  /** What happened, for the agent; undefined when nothing did. */
  effect(before: StateBefore, world: World, replies: readonly Reply[]): Record<string, unknown> | undefined;
  /** Why nothing would come of it, where that is known before: a sentence for an outcome of no_effect. */
  readonly noEffect?: string | undefined;
  /** Why nothing would come of it where it is so already: for the agent a success. */
  readonly already?: string | undefined;
  /** The unit that continues the action over turns, and its wake conditions. */
  readonly standing?: { readonly unitId: number; readonly wakeOn: WakeOn | undefined };
  /** The standing plan that it sets, or those that it cancels, once it has had an effect. */
  readonly planChange?: PlanChange;
}

/** How far an action changes what others can do: for its actor and targets alone, for units near them too, or for the whole nation. */
type Reach = 'actor' | 'near' | 'nation';

/** One thing a player can do. */
export interface Action extends AgentAction {
  readonly doc: string;
  readonly schema: z.ZodType;
  /** Every packet it may send, questions to the server included. */
  readonly sends: readonly ClientPacketName[];
  /** Other names agents may call it by. */
  readonly aliases: readonly string[];
  /** Checks the fields against the schema and the rules. Failures are E130 with the path at fault. */
  plan(port: ActionPort, fields: ActionFields): Promise<Result<ActionPlan>>;
  /** False when the options cannot be enumerated (free text, names) or another action already offers the same. */
  readonly isOffered: boolean;
  /** Whether the server lets a player do it that is dead: to talk. */
  readonly allowsDefeated: boolean;
  /** Whether its offers come after all others of low priority: what agents seldom want. */
  readonly isRarelyWanted: boolean;
  readonly reach: Reach;
  /** Every way to do it now. */
  offers(offering: OfferContext): readonly Offer[] | Promise<readonly Offer[]>;
  /** The action that takes it back within the same turn, found before it is done; undefined where nothing does. */
  undo(world: World, fields: ActionFields): ActionData | undefined;
}

/** An action that sets a standing plan and sends nothing by itself. */
export function settingPlan(
  plan: Plan,
  told: (world: World) => Record<string, unknown> = () => ({}),
): ActionPlan {
  return {
    send: async () => [],
    effect: (_before, world) => ({ plan: plan.id, ...told(world) }),
    planChange: { kind: 'set', plan },
  };
}

/** How an action is called, what it takes and sends, and where it applies. */
export interface ActionTraits<S extends z.ZodType, K extends ClientPacketName> {
  readonly name: string;
  readonly doc: string;
  readonly schema: S;
  readonly sends: readonly K[];
  readonly aliases?: readonly string[];
  readonly allowsDefeated?: boolean;
  readonly isRarelyWanted?: boolean;
  readonly overrides?: AgentAction['overrides'];
  /** `near` for a unit and else `actor` unless it is given. */
  readonly reach?: Reach;
  readonly offers?: (maker: OfferMaker) => readonly Offer[] | Promise<readonly Offer[]>;
  readonly undo?: (world: World, fields: z.output<S>) => ActionData | undefined;
}

interface ActionDefinition<S extends z.ZodType, K extends ClientPacketName> extends ActionTraits<S, K> {
  readonly actor: AgentAction['actor'];
  plan(port: ActionPort<K>, fields: z.output<S>): Promise<Result<ActionPlan>> | Result<ActionPlan>;
}

/** Defines an action; its plan gets the fields as the schema types them and can send only what it names. */
export function defineAction<S extends z.ZodType, const K extends ClientPacketName>(
  definition: ActionDefinition<S, K>,
): Action {
  const { name, actor, schema, offers, undo } = definition;
  return {
    aliases: [],
    allowsDefeated: false,
    isRarelyWanted: false,
    overrides: [],
    reach: actor === 'unit' ? 'near' : 'actor',
    ...definition,
    offers: (offering) => offers?.(new OfferMaker(offering, name)) ?? [],
    isOffered: offers !== undefined,
    undo: (world, fields) => {
      const parsed = schema.safeParse(withWord(fields, schema));
      return parsed.success ? undo?.(world, parsed.data) : undefined;
    },
    plan: async (port, fields) => {
      const parsed = parseWith(schema, withWord(fields, schema), 'data');
      if (!parsed.ok) {
        const { path } = parsed.failure;
        const hint = { ...tileHint(port.world, path, fields), ...actorHint(port.world, path, fields) };
        return fail({ ...parsed.failure, ...hint, code: 'E130' });
      }
      return definition.plan(port, parsed.value);
    },
  };
}

/** Where the city or direction is that was named in place of a tile; nothing when the field at fault is another. */
function tileHint(
  { cities, units, map }: World,
  path: string | undefined,
  { target, actor_id: actor }: ActionFields,
) {
  if (path !== 'data.target.x' || !isJsonObject(target) || typeof target.value !== 'string') return {};
  const { value } = target;
  const named = map.directions.find(
    (one) => one === `DIR8_${value.toUpperCase().replaceAll(/[\s_-]/gu, '')}`,
  );
  const from = typeof actor === 'number' ? units.get(actor)?.tile : undefined;
  const beside = named && from !== undefined ? map.neighbour(from, named) : undefined;
  if (beside !== undefined) {
    const { x, y } = map.position(beside);
    return { message: `The target must be {x, y} of a tile: ${value} of it is (${x}, ${y})` };
  }
  const city = resolveName([...cities.values()], value);
  if (!city.ok) return { message: `The target must be {x, y} of a tile, and "${value}" is no city you know` };
  const { x, y } = map.position(city.value.tile);
  return { message: `The target must be {x, y} of a tile: ${city.value.name} is at (${x}, ${y})` };
}

/** The ids of what was named instead of its id, in `unit` or `city`. */
function actorHint({ cities, units, seat, ruleset }: World, path: string | undefined, fields: ActionFields) {
  const { unit, city } = fields;
  if (path !== 'data.actor_id') return {};
  if (typeof city === 'string') {
    const own = [...cities.values()].filter(({ owner }) => owner === seat.player);
    const named = resolveName(own, city);
    const what = named.ok ? `${named.value.name} is ${named.value.id}` : `none of yours is called "${city}"`;
    return { message: `Name the city by city_id: ${what}` };
  }
  if (typeof unit !== 'string') return {};
  const type = resolveName([...ruleset.unitTypes.values()], unit);
  const ids = [...units.values()]
    .filter((one) => type.ok && one.owner === seat.player && one.type === type.value.id)
    .map(({ id }) => id);
  const what =
    ids.length === 0 ? `none of yours is "${unit}"` : `yours are ${ids.slice(0, MAX_IDS).join(', ')}`;
  return { message: `Name the unit by unit_id: ${what}` };
}

const MAX_IDS = 10;

/** E130 with a sentence, the field at fault, and what else the agent needs to choose better. */
export function invalidAction(
  message: string,
  path: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return fail(failure('E130', message, { path, details }));
}
