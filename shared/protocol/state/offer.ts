import { z } from 'zod';
import { type Immutable, levelSchema, placeSchema } from './common.js';

const targetSchema = z.union([
  placeSchema.describe('A tile'),
  z.strictObject({ id: z.int().describe('Id of the unit or city, or number of the player') }),
  z.strictObject({
    value: z
      .union([z.string(), z.number()])
      .describe('Something by its name, such as a technology, or an amount'),
  }),
]);

const costSchema = z.strictObject({
  gold: z.number().optional().describe('Gold it takes'),
  shields: z.number().optional().describe('Shields it takes'),
  bulbs: z.number().optional().describe('Bulbs it takes'),
});

/** What an action asks for besides actor and target, under the names of its own schema. */
const choiceShape = {
  sub_target: z.string().optional().describe('Building or technology, where the action asks for one'),
  from: z.string().optional().describe('Kind of specialist that is changed'),
  to: z.string().optional().describe('Kind of specialist that it becomes'),
  tax: z.number().optional().describe('Per cent of trade for gold, where rates are set'),
  luxury: z.number().optional().describe('Per cent of trade for luxury, where rates are set'),
  science: z.number().optional().describe('Per cent of trade for bulbs, where rates are set'),
  part: z.string().optional().describe('Part of the spaceship that is placed'),
  items: z.array(z.string()).optional().describe('What is put on a worklist, by rule name'),
  task: z.string().optional().describe('What workers are asked to do'),
  clause: z.string().optional().describe('Clause of a treaty: advance, gold, city, peace and so on'),
  giver: z.enum(['me', 'them']).optional().describe('Who gives what the clause says'),
  value: z.union([z.string(), z.number()]).optional().describe('What or how much the clause gives'),
  accepted: z.boolean().optional().describe('Whether a treaty is accepted, or the acceptance taken back'),
  pact: z
    .enum(['treaty', 'shared_vision'])
    .optional()
    .describe('What of the relation to another player is cancelled'),
  vote: z.enum(['yes', 'no', 'abstain']).optional().describe('How the seat votes'),
  vote_no: z.number().optional().describe('Number of the vote'),
  policy: z.string().optional().describe('Policy (multiplier) that is set, by rule name'),
  setting: z.number().optional().describe('Value the policy is set to'),
};

const offerInformationShape = {
  priority: levelSchema.describe('How useful it seems'),
  certain: z
    .boolean()
    .describe('It works at this state version; false where dice or what the seat cannot see decide'),
  odds: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('Least and greatest chance of success, 0 to 1; only where it is uncertain and they are known'),
  undecided: z
    .number()
    .optional()
    .describe(
      'Chance that a fight ends with both sides alive, 0 to 1; only where the rules end fights early',
    ),
  label: z.string().describe('The action in words, with the names of what the ids stand for'),
  reason: z.string().optional().describe('Why it is urgent or useful'),
  cost: costSchema.optional().describe('What it costs; only what applies'),
};

/** Fields of an offer that only inform: an action that is sent with them means the same without. */
export const OFFER_INFORMATION: readonly string[] = Object.keys(offerInformationShape);

const offerShape = {
  type: z.string().describe('Name of the action, as action_type takes it'),
  actor_id: z.int().optional().describe('Id of the unit or city that acts; absent for the nation'),
  unit_id: z.int().optional().describe('Id of the unit that acts'),
  city_id: z.int().optional().describe('Id of the city that acts'),
  target: targetSchema.optional().describe('What it acts on'),
  ...choiceShape,
  ...offerInformationShape,
};

/** What an option of one actor has besides its action: the target in the shortest form that actions take, and choices. */
export const optionFieldsShape = {
  target: z
    .union([
      placeSchema.describe('A tile'),
      z.strictObject({ id: z.int().describe('Id of the unit or city, or number of the player') }),
      z.string().describe('Something by its name'),
      z.number().describe('An amount'),
    ])
    .optional()
    .describe('What it acts on; send it as it is'),
  ...choiceShape,
  odds: offerInformationShape.odds,
  undecided: offerInformationShape.undecided,
};

/** An action that works now and can be sent back as it is. */
const offerSchema = z.strictObject(offerShape);

const numberedOfferSchema = z.strictObject({
  action_index: z
    .int()
    .nonnegative()
    .describe('Number that may be sent back, with the version of this state, in place of all other fields'),
  ...offerShape,
});

const choiceConstantSchema = z.strictObject({ const: z.unknown().describe('The one value of the field') });
const choiceListSchema = z.strictObject({
  enum: z.array(z.unknown().describe('A value of the field')).describe('The values of the field'),
});

const alternativeSchema = z.strictObject({
  type: z.literal('object').describe('Always object'),
  properties: z
    .record(z.string(), z.union([choiceConstantSchema, choiceListSchema]))
    .describe('Each field of the action and its possible values'),
  required: z.array(z.string()).describe('All of the fields'),
  additionalProperties: z.literal(false).describe('No other field is part of the choice'),
});

/** A JSON Schema that exactly the offers fulfil. */
const choiceSchema = z.strictObject({
  $schema: z.string().describe('The dialect, JSON Schema 2020-12'),
  oneOf: z
    .array(alternativeSchema)
    .optional()
    .describe('One alternative for each actor and action; absent when there is nothing to do'),
  not: z.strictObject({}).optional().describe('Only when there is nothing to do: nothing fulfils the schema'),
});

/** `legal_actions` and `legal_actions_more` of a state, where offers were asked for. */
export const offersShape = {
  legal_actions: z
    .union([
      z.array(offerSchema).describe('legal_actions: list'),
      z.array(numberedOfferSchema).describe('legal_actions: numbered'),
      choiceSchema.describe('legal_actions: schema, a JSON Schema of exactly these choices'),
    ])
    .optional()
    .describe('What the seat can do now, most useful first; only where it was asked for'),
  legal_actions_more: z
    .record(z.string(), z.int())
    .optional()
    .describe('How many more there are of each type that are left out; only where a limit applies'),
};

const offersSchema = z.strictObject(offersShape);

/** The offers in a state, where they were asked for. */
export type StateOffers = Immutable<z.infer<typeof offersSchema>>;
/** An action that works now and can be sent back as it is. */
export type Offer = Immutable<z.infer<typeof offerSchema>>;
/** An offer with its number. */
export type NumberedOffer = Immutable<z.infer<typeof numberedOfferSchema>>;
/** A JSON Schema that exactly some offers fulfil. */
export type ChoiceSchema = Immutable<z.infer<typeof choiceSchema>>;
