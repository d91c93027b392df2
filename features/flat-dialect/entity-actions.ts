import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import type { ShapedAnswer } from '../../gateway/forms/compact-answer.js';
import { flatTarget, objectAt, objectsAt } from './flat-entities.js';

/** What an entity query is about. */
export type EntityKind = 'unit' | 'city';

/** A `unit_actions_query` or `city_actions_query`. */
export interface EntityQuery {
  readonly kind: 'entity_actions';
  readonly of: EntityKind;
  readonly ids: readonly number[];
  /** It holds a list of ids: the answer is keyed by id. */
  readonly isBatch: boolean;
}

/** Codes of the earlier gateway for one entity of several: not known, another player's. */
const ENTITY_CODES = { unit: ['E230', 'E231'], city: ['E240', 'E241'] } as const;

/** The answer to an entity query, from the state of its units or cities. E130: the one unit or city is unknown or another player's. */
export function entityAnswer(query: EntityQuery, answer: LinkAnswer): Result<ShapedAnswer> {
  const state = objectAt(answer.data, 'data');
  const results = query.ids.map((id) => entityResult(query.of, id, state));
  return query.isBatch ? ok(batchAnswer(query, results)) : singleAnswer(query, results);
}

type EntityResult = { readonly id: number } & (
  | { readonly actions: readonly JsonObject[] }
  | { readonly code: string; readonly message: string }
);

function entityResult(of: EntityKind, id: number, state: JsonObject): EntityResult {
  const entity = objectsAt(state, of === 'unit' ? 'units' : 'cities').find((known) => known.id === id);
  const [unknown, foreign] = ENTITY_CODES[of];
  const name = of === 'unit' ? 'Unit' : 'City';
  if (entity === undefined) return { id, code: unknown, message: `${name} ${id} is not known` };
  if (entity.owner !== state.player_id)
    return { id, code: foreign, message: `${name} ${id} is another player's` };
  const offers = objectsAt(state, 'legal_actions').filter((offer) => offer[`${of}_id`] === id);
  return { id, actions: offers.map((offer) => submittable(of, id, offer)) };
}

/** An offer in the form of an action that can be sent as it is. */
function submittable(of: EntityKind, id: number, offer: JsonObject): JsonObject {
  const {
    type,
    unit_id: _unit,
    city_id: _city,
    target,
    priority,
    certain,
    label,
    reason: _reason,
    cost,
    ...rest
  } = offer;
  const named = flatTarget(target);
  const isChoice = named?.value !== undefined && of === 'city';
  return {
    action_type: type,
    actor_id: id,
    ...rest,
    target: named === undefined ? undefined : isChoice ? { ...named, production: named.value } : named,
    is_valid: true,
    priority,
    certain,
    label,
    cost,
  };
}

function batchAnswer({ of }: EntityQuery, results: readonly EntityResult[]): ShapedAnswer {
  const idKey = `${of}_id`;
  const entries = results.map((result) => [
    String(result.id),
    'actions' in result
      ? { [idKey]: result.id, success: true, actions: result.actions }
      : {
          [idKey]: result.id,
          success: false,
          error: { code: result.code, message: result.message },
          actions: [],
        },
  ]);
  const errors = results.flatMap((result) =>
    'actions' in result ? [] : [{ [idKey]: result.id, code: result.code, message: result.message }],
  );
  const data = {
    success: results.some((result) => 'actions' in result),
    [of === 'unit' ? 'units' : 'cities']: Object.fromEntries(entries),
    errors,
  };
  return { type: `${of}_actions_response`, data };
}

function singleAnswer({ of }: EntityQuery, [result]: readonly EntityResult[]): Result<ShapedAnswer> {
  if (result === undefined || !('actions' in result)) {
    const path = `${of}_id`;
    return fail(failure('E130', result?.message ?? 'Nothing was asked', { path, details: { path } }));
  }
  const data = { success: true, [`${of}_id`]: result.id, actions: result.actions };
  return ok({ type: `${of}_actions_response`, data });
}
