import type { EffectType } from '../../proxy/freeciv/generated/packets.js';
import { outputs } from '../../proxy/rules/lookup/outputs.js';
import type { Government } from '../../proxy/rules/players/government.js';
import { effectsOf } from '../../proxy/rules/requirements/effects.js';
import type { Requirement } from '../../proxy/rules/requirements/requirement.js';
import type { World } from '../../proxy/world/world.js';
import { joinNames } from './rule-entry.js';

const outputNames = Object.keys(outputs);

/** What a government decides by itself, in numbers; what also depends on buildings or technologies is left out. */
export function governmentNumbers(world: World, government: Government): readonly string[] {
  const numbers = new GovernmentNumbers(world, government);
  return [
    ratesWords(numbers),
    ...tileWords(numbers),
    corruptionWords(numbers),
    ...upkeepWords(numbers),
    ...unrestWords(numbers),
    numbers.of('EFT_RAPTURE_GROW') > 0
      ? 'Celebrating cities grow by one citizen a turn while they have food to spare.'
      : undefined,
    numbers.of('EFT_HAS_SENATE') > 0 ? 'Its senate does not let you break treaties.' : undefined,
    world.game?.governmentDuringRevolutionId === government.id
      ? 'All trade becomes luxury: no gold and no bulbs from taxes.'
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** Effects of the ruleset as far as a government alone decides them. */
class GovernmentNumbers {
  readonly #world: World;
  readonly #government: Government;

  constructor(world: World, government: Government) {
    this.#world = world;
    this.#government = government;
  }

  /** The sum of the effects of one type that hold under the government, for one output or for what has none. */
  of(type: EffectType, output?: number): number {
    return effectsOf(this.#world, type)
      .filter(({ reqs }) => reqs.every((requirement) => this.#holds(requirement, output)))
      .reduce((sum, { effectValue }) => sum + effectValue, 0);
  }

  /** The outputs that have a value of a type, with the value. */
  byOutput(type: EffectType): readonly { readonly name: string; readonly value: number }[] {
    return outputNames
      .map((name, output) => ({ name, value: this.of(type, output) }))
      .filter(({ value }) => value !== 0);
  }

  #holds({ type, value, present }: Requirement, output: number | undefined): boolean {
    if (type === 'VUT_GOVERNMENT') return (value === this.#government.id) === present;
    if (type === 'VUT_OTYPE') return output !== undefined && (value === output) === present;
    return false;
  }
}

function ratesWords(numbers: GovernmentNumbers): string | undefined {
  const most = numbers.of('EFT_MAX_RATES');
  return most === 0 ? undefined : `Taxes, luxury and science can each be at most ${Math.min(100, most)}%.`;
}

function tileWords(numbers: GovernmentNumbers): readonly (string | undefined)[] {
  const penalties = numbers.byOutput('EFT_OUTPUT_PENALTY_TILE').filter(({ name }) => tileOutputs.has(name));
  const most = penalties[0]?.value ?? 0;
  const more = (type: EffectType) =>
    numbers.byOutput(type).map(({ name, value }) => `${value > 0 ? '+' : ''}${value} ${name}`);
  const always = more('EFT_OUTPUT_INC_TILE');
  const celebrating = more('EFT_OUTPUT_INC_TILE_CELEBRATE');
  const percent = numbers
    .byOutput('EFT_OUTPUT_BONUS')
    .map(({ name, value }) => `${value > 0 ? '+' : ''}${value}% ${name}`);
  return [
    most > 0
      ? `A worked tile that yields more than ${most} ${penalties.map(({ name }) => name).join(', ')} yields 1 less of it, unless the city celebrates.`
      : undefined,
    always.length > 0 ? `${joinNames(always)} on each worked tile that yields some already.` : undefined,
    celebrating.length > 0
      ? `${joinNames(celebrating)} on each worked tile that yields some already, while the city celebrates.`
      : undefined,
    percent.length > 0 ? `Each city makes ${joinNames(percent)}.` : undefined,
  ];
}

/** Tiles yield these; the others are made of trade. */
const tileOutputs: ReadonlySet<string> = new Set(['food', 'shields', 'trade']);

function corruptionWords(numbers: GovernmentNumbers): string | undefined {
  const parts = outputNames.flatMap((name, output) => {
    const base = numbers.of('EFT_OUTPUT_WASTE', output);
    const byDistance = numbers.of('EFT_OUTPUT_WASTE_BY_DISTANCE', output) / 100;
    if (base === 0 && byDistance === 0) return [];
    const more =
      byDistance === 0 ? '' : ` and ${byDistance}% more for each tile from the nearest centre of government`;
    return [`${base}% of ${name}${more}`];
  });
  return parts.length === 0
    ? 'No output is lost by the government itself.'
    : `Corruption and waste take ${joinNames(parts)}.`;
}

function upkeepWords(numbers: GovernmentNumbers): readonly (string | undefined)[] {
  const free = numbers.byOutput('EFT_UNIT_UPKEEP_FREE_PER_CITY').map(({ name, value }) => `${value} ${name}`);
  const factors = outputNames.flatMap((name, output) => {
    const factor = numbers.of('EFT_UPKEEP_FACTOR', output);
    return factor > 1 ? [`${factor} times their ${name}`] : [];
  });
  const buildings = numbers.of('EFT_UPKEEP_FREE');
  return [
    free.length > 0 ? `In each city ${joinNames(free)} of unit upkeep are free.` : 'No unit upkeep is free.',
    factors.length > 0 ? `Units cost ${joinNames(factors)} of upkeep.` : undefined,
    buildings > 0 ? `Buildings with an upkeep of at most ${buildings} gold cost nothing.` : undefined,
  ];
}

function unrestWords(numbers: GovernmentNumbers): readonly (string | undefined)[] {
  const aggressive = numbers.of('EFT_UNHAPPY_FACTOR');
  const forgiven = numbers.of('EFT_MAKE_CONTENT_MIL');
  const each = numbers.of('EFT_MARTIAL_LAW_EACH');
  const most = numbers.of('EFT_MARTIAL_LAW_MAX');
  const base = numbers.of('EFT_EMPIRE_SIZE_BASE');
  const step = numbers.of('EFT_EMPIRE_SIZE_STEP');
  const patience = numbers.of('EFT_REVOLUTION_UNHAPPINESS');
  const excepted =
    forgiven > 0 ? `; ${forgiven} of them in each city ${forgiven === 1 ? 'is' : 'are'} forgiven` : '';
  const limit = most > 0 ? `, ${most} units at most` : '';
  const further = step > 0 ? `, and one more for each ${step} cities further` : '';
  return [
    aggressive > 0
      ? `Each aggressive military unit outside makes ${aggressive} ${aggressive === 1 ? 'citizen' : 'citizens'} of its home city unhappy${excepted}.`
      : 'Military units outside make nobody unhappy.',
    each > 0
      ? `Martial law: each own military unit in a city makes ${each} unhappy ${each === 1 ? 'citizen' : 'citizens'} content${limit}.`
      : 'There is no martial law.',
    base > 0
      ? `With more than ${base} cities one citizen more is unhappy in every city${further}.`
      : undefined,
    patience > 0 ? `A city in disorder for more than ${patience} turns brings anarchy.` : undefined,
  ];
}
