import { granarySize } from '../../proxy/rules/cities/growth.js';
import { displayName, type Named } from '../../proxy/rules/lookup/names.js';
import type { RealmBasis } from '../../proxy/rules/players/realm-forecast.js';
import { luxurySteps, realmBasis, realmTotals } from '../../proxy/rules/players/realm-forecast.js';
import { effectValue } from '../../proxy/rules/requirements/effects.js';
import type { World } from '../../proxy/world/world.js';

type Sentences = readonly (string | undefined)[];

/** A concept of the rules that is not a thing of the ruleset. */
interface Concept extends Named {
  /** Its rules with the numbers of this game and, for a player, of its nation now. */
  readonly sentences: (world: World) => Sentences;
}

/** What agents ask for by a word of the game that names no thing of the ruleset. */
export const concepts: readonly Concept[] = [
  {
    name: 'Happiness',
    otherNames: ['Unhappiness', 'Disorder', 'Riot', 'Unrest', 'Mood'],
    sentences: happiness,
  },
  {
    name: 'Celebration',
    otherNames: ['Rapture', 'Celebrate', 'We love the king day'],
    sentences: celebration,
  },
  { name: 'Upkeep', otherNames: ['Support', 'Maintenance'], sentences: upkeep },
  { name: 'Corruption', otherNames: ['Waste'], sentences: corruption },
  { name: 'Growth', otherNames: ['Granary', 'Food', 'Famine'], sentences: growth },
  { name: 'Trade', otherNames: ['Rates', 'Taxes', 'Luxury', 'Science'], sentences: trade },
  { name: 'Veterans', otherNames: ['Veteran levels', 'Experience'], sentences: veterans },
  { name: 'Score', otherNames: ['Ranking'], sentences: score },
  { name: 'City distance', otherNames: ['citymindist', 'City radius', 'Distance'], sentences: cityDistance },
];

/** A sentence about the cities of the seat; nothing for an observer or a player without cities. */
function ofMine(world: World, say: (basis: RealmBasis, me: number) => string): string | undefined {
  const me = world.seat.player;
  if (me === undefined) return undefined;
  const basis = realmBasis(world, me);
  return basis.cities.length === 0 ? undefined : say(basis, me);
}

function happiness(world: World): Sentences {
  const { happyCost = 2 } = world.game ?? {};
  return [
    'Citizens are happy, content, unhappy or angry. A city with more unhappy than happy citizens (angry ones count twice) is in disorder: no gold, no bulbs, no shields beyond upkeep, no growth.',
    `${happyCost} luxury make a content citizen happy, ${2 * happyCost} an unhappy one. Specialists have no mood.`,
    'After luxury come buildings, martial law, aggressive units abroad, then wonders.',
    ofMine(world, (_, me) => {
      const content = effectValue(world, 'EFT_CITY_UNHAPPY_SIZE', { player: me });
      const base = effectValue(world, 'EFT_EMPIRE_SIZE_BASE', { player: me });
      const step = effectValue(world, 'EFT_EMPIRE_SIZE_STEP', { player: me });
      const further = step > 0 ? `, and one more for each ${step} cities further` : '';
      return `Your first ${content} citizens of a city are content by nature; with more than ${base} cities one fewer${further}.`;
    }),
    ofMine(world, (basis) => {
      const { disorder } = realmTotals(basis);
      return `Now ${disorder.length} of your ${basis.cities.length} cities are in disorder.`;
    }),
  ];
}

function celebration(world: World): Sentences {
  const { celebratesize = 0, rapturedelay = 1 } = world.game ?? {};
  return [
    `A city of size ${celebratesize} or more celebrates when at least half of its citizens are happy and none is unhappy at the turn change; it goes on while that holds.`,
    ofMine(world, ({ cities: [first] }) => {
      const city = first?.city;
      const grows = effectValue(world, 'EFT_RAPTURE_GROW', { player: city?.owner, city, tile: city?.tile });
      return grows > 0
        ? `Under your government celebrating cities grow by one citizen every ${rapturedelay === 1 ? 'turn' : `${rapturedelay} turns`} while they have food to spare.`
        : 'Under your government celebrating cities do not grow by it; what they gain on tiles rules_query of the government says.';
    }),
    ofMine(world, (basis, me) => {
      const steps = luxurySteps(world, me).map(
        (rates) => `${realmTotals(basis, rates).celebrating.length} at ${rates.luxury}%`,
      );
      return `Of your ${basis.cities.length} cities so many would celebrate by luxury: ${steps.join(', ')}.`;
    }),
  ];
}

const upkeepStyles: Readonly<Record<string, string>> = {
  GOLD_UPKEEP_CITY: 'Each city pays the gold for its buildings and units.',
  GOLD_UPKEEP_MIXED: 'Each city pays the gold for its buildings, the nation that for units.',
  GOLD_UPKEEP_NATION: 'The nation pays the gold for buildings and units.',
};

function upkeep(world: World): Sentences {
  return [
    'Units are supported by their home city, in shields, food or gold; a city that cannot pay shields disbands units.',
    upkeepStyles[world.game?.goldUpkeepStyle ?? ''],
    'How many units are free is said by rules_query of a government.',
    ofMine(world, (basis) => {
      const { unitShields, shields } = realmTotals(basis);
      return `Your units cost ${unitShields} shields a turn; ${shields} shields are left for building.`;
    }),
  ];
}

function corruption(world: World): Sentences {
  return [
    'Corruption takes trade and waste takes shields: a share by government, and in most governments more with each tile from the nearest centre of government (the palace).',
    'Courthouses and the like reduce it; rules_query of a government says its shares.',
    ofMine(world, (basis) => {
      const { trade: kept, corruption: lost } = realmTotals(basis);
      return `You lose ${lost} of ${kept + lost} trade a turn to it.`;
    }),
  ];
}

function growth(world: World): Sentences {
  const { game } = world;
  if (game === undefined) return [];
  const sizes = [1, 2, 4, 8].map((size) => `${granarySize(game, size)} at size ${size}`);
  return [
    `Each citizen eats ${game.foodCost} food a turn. What is left fills the granary; a full granary makes a new citizen.`,
    `The granary holds ${sizes.join(', ')}.`,
    'An empty granary costs a unit that the city feeds, or a citizen. Cities need certain buildings (an aqueduct, for example) to grow beyond some size.',
  ];
}

function trade(world: World): Sentences {
  return [
    'The trade of a city, less corruption, becomes gold, luxury and bulbs by the rates (player_rates); buildings add to each.',
    world.game === undefined
      ? undefined
      : `Trade routes need ${world.game.trademindist} tiles between two cities of one player.`,
    ofMine(world, (basis) => {
      const { trade: made, bulbs, gold } = realmTotals(basis);
      return `You make ${made} trade a turn: ${bulbs} bulbs, and ${gold} gold after upkeep.`;
    }),
  ];
}

function veterans({ ruleset }: World): Sentences {
  const { veteranName = [], powerFact = [], moveBonus = [], veteranLevels = 0 } = ruleset.game ?? {};
  const levels = veteranName.slice(0, veteranLevels).map((name, level) => {
    const bonus = moveBonus[level] ?? 0;
    const moves = bonus > 0 ? `, ${bonus} move fragments more` : '';
    return `${displayName(name)} ${powerFact[level] ?? 100}% strength${moves}`;
  });
  return [
    `Levels: ${levels.join('; ')}.`,
    'Units gain levels by winning fights; some buildings make new units veterans. Unit types may have levels of their own.',
  ];
}

function score(world: World): Sentences {
  const own = world.players.get(world.seat.player ?? -1);
  return [
    'Each citizen counts 1, each technology 2, each great wonder 5; a spaceship that has arrived counts much; units built and killed and culture count a little.',
    own === undefined ? undefined : `Your score is ${own.score}.`,
  ];
}

function cityDistance(world: World): Sentences {
  const { citymindist = 2, initCityRadiusSq = 5 } = world.game ?? {};
  return [
    `Two cities must be at least ${citymindist} tiles apart (citymindist): ${citymindist - 1} ${citymindist === 2 ? 'tile' : 'tiles'} between them.`,
    `A new city works tiles within a squared distance of ${initCityRadiusSq}.`,
  ];
}
