import { z } from 'zod';
import { type Immutable, placeSchema } from './common.js';

const lineShape = {
  text: z.string().describe('The consequence in a sentence, with its numbers'),
  weight: z
    .number()
    .describe(
      'How much it matters, 0 to 100: what is at stake in the next 40 turns, in per cent of the food, shields and trade ' +
        'that the cities make in that time',
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
  agreement: z
    .enum(['ceasefire', 'armistice', 'contact'])
    .describe('ceasefire: war follows. armistice: peace follows. contact: no treaty is possible then'),
  turns: z.int().describe('Turns until the agreement ends by itself'),
});

const famineFiguresSchema = z.strictObject({
  city_id: z.int().describe('Id of the city'),
  food: z.int().describe('Food a turn after consumption; negative'),
  stock: z.int().describe('Food in the granary'),
  turns: z.int().describe('Turn changes until the granary is empty and something starves'),
});

const disorderFiguresSchema = z.strictObject({
  city_id: z.int().describe('Id of the city'),
  leave: z.array(placeSchema).describe('Tiles whose citizens become specialists'),
  food: changeSchema.describe('Food of the city after consumption'),
  shields: changeSchema.describe('Shields of the city after upkeep'),
  bulbs: changeSchema.describe('Bulbs of the city'),
  gold: changeSchema.describe('Gold of the city after upkeep'),
});

const undefendedFiguresSchema = z.strictObject({
  city_id: z.int().describe('Id of the city'),
  enemy_id: z.int().describe('The unit that can take it at its next move'),
  made: z.int().describe('Food, shields and trade that the city makes a turn'),
  helper_id: z.int().nullable().describe('An own unit that can be in the city this turn; null for none'),
  buy: z
    .strictObject({
      name: z.string().describe('The unit type, by rule name'),
      gold: z.int().describe('What it costs'),
    })
    .nullable()
    .describe('The cheapest defender that the city can buy now; null for none'),
});

const settlingFiguresSchema = z.strictObject({
  left: z
    .int()
    .describe(
      'Cities that have room in reach, counted to 20; those that settlers are on the way to left out',
    ),
  waiting: z.array(z.int()).describe('Units that can found cities and have nothing to do; ids'),
  building: z.array(z.int()).describe('Cities that build such units; ids'),
  stop: z.array(z.int()).describe('Cities among them whose settlers would find no site; ids'),
  city_id: z.int().nullable().describe('The city that can have settlers first; null where there are enough'),
  turns: z.int().nullable().describe('Turns until it has them, its growth included'),
  way: z
    .int()
    .nullable()
    .describe('Further turns until they have founded a city there, at one tile a turn in a straight line'),
  site: placeSchema.nullable().describe('The best site that no settlers go to'),
});

const buildingGainSchema = z.strictObject({
  name: z.string().describe('The building or wonder, by rule name'),
  cities: z.int().describe('Cities that would make more with it than its upkeep; of a wonder the best one'),
  cost: z.int().describe('Shields in each'),
  food: z.int().describe('Food more a turn in all of them'),
  shields: z.int().describe('Shields more a turn in all of them'),
  gold: z.int().describe('Gold more a turn in all of them, upkeep taken off where cities pay it'),
  luxury: z.int().describe('Luxury more a turn in all of them'),
  bulbs: z.int().describe('Bulbs more a turn in all of them'),
  content: z.int().describe('Unhappy citizens fewer in all of them; an angry one counts two'),
});

const techFiguresSchema = z.strictObject({
  tech: z.string().describe('The technology, by rule name'),
  steps: z.int().describe('Technologies to learn for it, itself included'),
  bulbs: z.int().describe('Bulbs still needed, those lost by changing the research included'),
  turns: z.int().describe('Turns of research until then at the present rate'),
  gains: z
    .array(buildingGainSchema)
    .describe('What it opens that brings more than its upkeep, the best first'),
  opens: z
    .array(z.string())
    .describe('All governments, units, buildings and works on the land that need it, by rule name'),
});

const wonderFiguresSchema = z.strictObject({
  wonder: z.string().describe('The wonder, by rule name'),
  city_id: z.int().describe('The own city that builds it, or could have it first'),
  turns: z.int().nullable().describe('Turns until it has it; null when it makes no progress'),
  stock: z.int().describe('Shields that the city has in stock'),
  cost: z.int().describe('Shields that the wonder costs'),
  rivals: z.array(z.int()).describe('Foreign cities that are known to build it; ids'),
  gain: buildingGainSchema.nullable().describe('What it would bring; null for one that is being built'),
});

const techTradeFiguresSchema = z.strictObject({
  player_id: z.int().describe('The other player'),
  wanted: z.array(z.string()).describe('Technologies that it knows and could teach, by rule name'),
  offered: z.array(z.string()).describe('Technologies that it lacks and could be taught, by rule name'),
  bulbs: z
    .int()
    .describe('Bulbs that the dearest of the wanted ones cost, as many as can be had one for one'),
});

const scoreWaySchema = z.strictObject({
  by: z
    .enum(['wonder', 'helper', 'settlers', 'building', 'technology', 'purchase'])
    .describe(
      'wonder, helper (a unit whose shields go into a wonder), settlers, building: by shields. technology: by bulbs. purchase: by gold',
    ),
  name: z.string().describe('What is built, learned or bought, by rule name'),
  city_id: z.int().nullable().describe('The own city; null for none in particular'),
  price: z.int().describe('Shields, bulbs or gold that it costs'),
  points: z.number().describe('Points of the score for 100 shields, bulbs or gold, one decimal'),
});

const scoreFiguresSchema = z.strictObject({
  ways: z.array(scoreWaySchema).describe('By shields, then by bulbs, then by gold, the best first of each'),
});

const freeTechFiguresSchema = z.strictObject({
  tech: z.string().describe('The technology that brings another to who learns it first, by rule name'),
  turns: z.int().nullable().describe('Turns until it is known; null when it makes no progress'),
  gift: z
    .string()
    .nullable()
    .describe('What it brings as the goal is now, by rule name; null when chance decides'),
  dearest: z.string().describe('The dearest that it can bring: set it as the goal'),
  bulbs: z.int().describe('Bulbs that the dearest costs'),
});

const spaceFiguresSchema = z.strictObject({
  step: z
    .enum(['wonder', 'parts', 'launch', 'flight'])
    .describe(
      'wonder: parts cannot be built before the wonder. parts: some are missing. launch: the ship can be launched, and more parts make its arrival no earlier. flight: the ship is under way',
    ),
  lacking: z
    .array(z.strictObject({ name: z.string().describe('By rule name'), count: z.int() }))
    .describe('Parts that are still to be built'),
  shields: z.int().describe('Shields that these and the wonder cost'),
  build_turns: z.int().describe('Turns until all of it is built, at the present shields of the cities'),
  flight_turns: z.int().describe('Turns from the launch to the arrival; of a ship under way the turns left'),
  arrival_turn: z.int().describe('The turn at the end of which it arrives'),
  capital_id: z.int().nullable().describe('The capital: the ship is lost when it is captured; null for none'),
  defenders: z.int().describe('Own defenders in the capital'),
  rival_turns: z.int().nullable().describe('Turns until the first ship of a rival arrives; null for none'),
});

function counselLine<const K extends string, F extends z.ZodObject>(kind: K, figures: F, about: string) {
  return z.strictObject({
    kind: z.literal(kind).describe(about),
    ...lineShape,
    figures: figures.describe('The numbers of the sentence'),
  });
}

/** A computed consequence that may change a decision. */
export const counselLineSchema = z.discriminatedUnion('kind', [
  counselLine('government', governmentFiguresSchema, 'What another government would make of the nation'),
  counselLine('rates', ratesFiguresSchema, 'Rates that end disorder, or at which cities celebrate'),
  counselLine('tile', tileFiguresSchema, 'A citizen who would bring more on another tile'),
  counselLine('research_switch', switchFiguresSchema, 'What a change of research would lose'),
  counselLine('standing', standingFiguresSchema, 'The place in the world, by what may be known'),
  counselLine('treaty', treatyFiguresSchema, 'An agreement or a contact that runs out'),
  counselLine('famine', famineFiguresSchema, 'A city that is about to starve'),
  counselLine('disorder', disorderFiguresSchema, 'Citizens who end the disorder of a city as specialists'),
  counselLine('undefended', undefendedFiguresSchema, 'An empty city that an enemy can take at its next move'),
  counselLine('settling', settlingFiguresSchema, 'More settlers than sites, or more sites than settlers'),
  counselLine('tech', techFiguresSchema, 'What a technology opens that pays'),
  counselLine('wonder', wonderFiguresSchema, 'A wonder that others build as well, or that pays'),
  counselLine('score', scoreFiguresSchema, 'What brings most points of the score'),
  counselLine('free_tech', freeTechFiguresSchema, 'A technology that brings another one'),
  counselLine('space_race', spaceFiguresSchema, 'What the spaceship needs, and when it arrives'),
  counselLine('tech_trade', techTradeFiguresSchema, 'Technologies to exchange with another player'),
]);

/** A computed consequence that may change a decision. */
export type CounselLine = Immutable<z.infer<typeof counselLineSchema>>;
/** A figure as it is and as it would be. */
export type ForecastChange = Immutable<z.infer<typeof changeSchema>>;
/** What a building or wonder would bring. */
export type BuildingGainFigures = Immutable<z.infer<typeof buildingGainSchema>>;
