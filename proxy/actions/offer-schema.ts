import type { ChoiceSchema, Offer } from '#shared/protocol/state/offer.js';

/**
 * A JSON Schema (2020-12) that exactly these offers fulfil: one alternative for each actor and action, its targets as
 * an enumeration where only they differ.
 */
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
  const { reason: _reason, cost: _cost, ...choice } = rest;
  return choice;
}
