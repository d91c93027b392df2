import { z } from 'zod';
import { type Immutable, placeSchema } from './common.js';

const lineShape = {
  text: z.string().describe('The consequence in a sentence, with its numbers'),
  weight: z
    .number()
    .describe(
      'How much it matters, 0 to 100: about the per cent of the output of the nation that is at stake',
    ),
};

/** A figure as it is and as it would be, a turn. */
const changeSchema = z.strictObject({
  now: z.int().describe('As it is'),
  after: z.int().describe('As it would be'),
});

const governmentFiguresSchema = z.strictObject({
  government: z.string().describe('The form of government, by rule name'),
  tech: z
    .string()
    .nullable()
    .describe('The technology still missing, by rule name; null when a revolution can begin now'),
  bulbs: z
    .int()
    .describe('Bulbs still needed for that technology, those lost by changing the research included'),
  turns: z
    .int()
    .nullable()
    .describe('Turns of research until then at the present rate; null when it makes no progress'),
  anarchy: z
    .strictObject({
      min: z.int().describe('The fewest turns of anarchy that a revolution takes'),
      max: z.int().describe('The most turns of anarchy that a revolution takes'),
    })
    .nullable()
    .describe('Turns of anarchy (settings `revolen` and `revolentype`); null when the server does not tell'),
  trade: changeSchema.describe('Trade after corruption'),
  corruption: changeSchema.describe('Trade lost by corruption'),
  bulbs_per_turn: changeSchema.describe('Bulbs, before the upkeep of technologies'),
  gold_per_turn: changeSchema.describe('Change of the treasury'),
  shields: changeSchema.describe('Shields after the upkeep of units'),
  unit_shields: changeSchema.describe('Shields that units cost'),
  food: changeSchema.describe('Food after what citizens and units eat'),
  luxury_percent: changeSchema.describe(
    'Luxury rate that the figures are for: the least at which the fewest cities riot',
  ),
  disorder: changeSchema.describe('Cities in disorder'),
});

const ratesFiguresSchema = z.strictObject({
  tax: z.int().describe('The rate of taxes to set, in per cent'),
  luxury: z.int().describe('The rate of luxury to set, in per cent'),
  science: z.int().describe('The rate of science to set, in per cent'),
  disorder: changeSchema.describe('Cities in disorder'),
  celebrating: changeSchema.describe('Cities happy enough to celebrate'),
  bulbs_per_turn: changeSchema.describe('Bulbs, before the upkeep of technologies'),
  gold_per_turn: changeSchema.describe('Change of the treasury'),
});

const tileFiguresSchema = z.strictObject({
  city_id: z.int().describe('Id of the city'),
  from: placeSchema.describe('The tile to leave'),
  to: placeSchema.describe('The tile to work instead'),
  food: changeSchema.describe('Food of the city after consumption'),
  shields: changeSchema.describe('Shields of the city after upkeep'),
  trade: changeSchema.describe('Trade of the city after corruption'),
});

const switchFiguresSchema = z.strictObject({
  researching: z.string().describe('The technology being researched, by rule name'),
  bulbs_lost: z.int().describe('Bulbs lost when something else is researched now (setting `techpenalty`)'),
  turns: z.int().nullable().describe('Turns until it is known; null when it makes no progress'),
});

const standingFiguresSchema = z.strictObject({
  rank: z.int().nullable().describe('Place by score among the living; null while a score is not known'),
  players: z.int().describe('Players that are alive, oneself included'),
  scores_known: z.int().describe('Players whose score is known, oneself included'),
  techs: z.int().describe('Technologies this player knows'),
  techs_anywhere: z.int().describe('Technologies that any player knows'),
});

const treatyFiguresSchema = z.strictObject({
  player_id: z.int().describe('The other player'),
  turns: z.int().describe('Turns until the agreement ends by itself'),
});

const famineFiguresSchema = z.strictObject({
  city_id: z.int().describe('Id of the city'),
  food: z.int().describe('Food a turn after consumption; negative'),
  stock: z.int().describe('Food in the granary'),
  turns: z.int().describe('Turn changes until the granary is empty and something starves'),
});

/** A computed consequence that may change a decision. */
export const counselLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('government').describe('What another government would make of the nation'),
    ...lineShape,
    figures: governmentFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('rates').describe('Rates that end disorder, or at which cities celebrate'),
    ...lineShape,
    figures: ratesFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('tile').describe('A citizen who would bring more on another tile'),
    ...lineShape,
    figures: tileFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('research_switch').describe('What a change of research would lose'),
    ...lineShape,
    figures: switchFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('standing').describe('The place in the world, by what may be known'),
    ...lineShape,
    figures: standingFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('treaty').describe('A ceasefire that runs out'),
    ...lineShape,
    figures: treatyFiguresSchema.describe('The numbers of the sentence'),
  }),
  z.strictObject({
    kind: z.literal('famine').describe('A city that is about to starve'),
    ...lineShape,
    figures: famineFiguresSchema.describe('The numbers of the sentence'),
  }),
]);

/** A computed consequence that may change a decision. */
export type CounselLine = Immutable<z.infer<typeof counselLineSchema>>;
/** A figure as it is and as it would be. */
export type ForecastChange = Immutable<z.infer<typeof changeSchema>>;
