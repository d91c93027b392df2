/**
 * What a request of the earlier gateway's clients asks for beyond the protocol; it stays in the gateway, which shapes
 * the answer by it.
 */
export type LegacyRequest =
  /** `unit_actions_query`, `city_actions_query`. */
  | {
      readonly kind: 'entity_actions';
      readonly of: EntityKind;
      readonly ids: readonly number[];
      /** Asked with a list of ids: the answer is keyed by id. */
      readonly isBatch: boolean;
    }
  | { readonly kind: 'chat' };

export type EntityKind = 'unit' | 'city';
