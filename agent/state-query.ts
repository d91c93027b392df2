import type { z } from 'zod';
import type { stateQueryDataSchema } from '#shared/protocol/agent-requests.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { FullState } from '#shared/protocol/state/full.js';
import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import type { ChoiceSchema, NumberedOffer, Offer, StateOffers } from '#shared/protocol/state/offer.js';
import type { StateByFormat, StateFormat } from '#shared/protocol/state/state-answer.js';

/** `data` of a state_query. Without a `format` the answer is llm_optimized. */
export type StateQuery = Immutable<z.input<typeof stateQueryDataSchema>>;

/** The state that answers a query: by its `format`, with all sections unless it has `sections` or `max_tokens`. */
export type StateOf<Q extends StateQuery> = keyof Q & ('sections' | 'max_tokens') extends never
  ? WithoutOffers<StateByFormat[FormatOf<Q>] & SectionsByFormat[FormatOf<Q>]> & OffersOf<Q>
  : WithoutOffers<StateByFormat[FormatOf<Q>]> & Partial<OffersOf<Q>>;

interface SectionsByFormat {
  readonly full: FullState;
  readonly delta: DeltaState;
  readonly llm_optimized: LlmOptimizedState;
  readonly scene: unknown;
}

type FormatOf<Q> = Q extends { readonly format: infer F extends StateFormat } ? F : 'llm_optimized';

type WithoutOffers<S> = S extends unknown ? Omit<S, 'legal_actions'> : never;

type OffersOf<Q> = Q extends { readonly legal_actions: infer L extends keyof OffersByForm }
  ? OffersByForm[L]
  : Q extends { readonly include_legal_actions: true }
    ? OffersByForm['list']
    : Pick<StateOffers, 'legal_actions'>;

interface OffersByForm {
  readonly none: unknown;
  readonly list: { readonly legal_actions: readonly Offer[] };
  readonly numbered: { readonly legal_actions: readonly NumberedOffer[] };
  readonly schema: { readonly legal_actions: ChoiceSchema };
}
