import { expect, it } from 'vitest';
import { type CounselLine, counselLineSchema } from '#shared/protocol/state/counsel.js';
import { freeTiles, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { counselOf } from '../../../proxy/views/counsel/counsel.js';
import { wireNameOf } from '../../../proxy/views/entities/wire-values.js';
import { lookUpRules } from '../../../proxy/views/rules-lookup/rules-lookup.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

/** What a line says that the world does not bear out; undefined when it agrees. */
function contradiction(world: World, line: CounselLine): string | undefined {
  const parsed = counselLineSchema.safeParse(line);
  if (!parsed.success) return parsed.error.message;
  if (/undefined|NaN|null/.test(line.text)) return line.text;
  switch (line.kind) {
    case 'government':
      return governmentContradiction(world, line);
    case 'tile':
      return tileContradiction(world, line);
    default:
      return agrees(world, line) ? undefined : line.text;
  }
}

function agrees(world: World, line: Exclude<CounselLine, { kind: 'government' | 'tile' }>): boolean {
  switch (line.kind) {
    case 'rates': {
      const { tax, luxury, science, disorder, celebrating } = line.figures;
      const helps = disorder.after < disorder.now || celebrating.after > celebrating.now;
      return tax + luxury + science === 100 && helps;
    }
    case 'research_switch':
      return line.figures.bulbs_lost <= (world.research.get(world.seat.player ?? -1)?.bulbsResearched ?? 0);
    case 'standing': {
      const { rank, players, scores_known: known, techs, techs_anywhere: all } = line.figures;
      return (rank === null) === known < players && techs <= all;
    }
    case 'treaty':
      return world.players.has(line.figures.player_id) && line.figures.turns > 0;
    case 'famine':
      return line.figures.stock + line.figures.turns * line.figures.food < 0;
  }
}

function governmentContradiction(
  world: World,
  { figures, text }: CounselLine & { kind: 'government' },
): string | undefined {
  const own = world.players.get(world.seat.player ?? -1);
  const government = [...world.ruleset.governments.values()].find(
    (one) => wireNameOf(one) === figures.government,
  );
  const isOther = government !== undefined && government.id !== own?.government;
  const gains = figures.trade.after + figures.shields.after + figures.food.after;
  const before = figures.trade.now + figures.shields.now + figures.food.now;
  const isReachable = (figures.tech === null) === (figures.bulbs === 0 && figures.turns === 0);
  return isOther && isReachable && gains > before ? undefined : text;
}

function tileContradiction(
  world: World,
  { figures, text }: CounselLine & { kind: 'tile' },
): string | undefined {
  const city = world.cities.get(figures.city_id);
  const [from, to] = [figures.from, figures.to].map((place) => world.map.tileAt(place) ?? -1);
  if (city === undefined || from === undefined || to === undefined || city.owner !== world.seat.player)
    return text;
  const isPossible = workedTiles(world, city).includes(from) && freeTiles(world, city).includes(to);
  const changes = [figures.food, figures.shields, figures.trade].map(({ now, after }) => after - now);
  const isGain = changes.every((change) => change >= 0) && changes.some((change) => change > 0);
  return isPossible && isGain && from !== city.tile ? undefined : text;
}

interface Checked {
  readonly cities: Record<string, number>;
  readonly lines: Map<string, number>;
  readonly wrong: string[];
  readonly rules: string[];
}

/** Visits every tenth turn of the recording as each of its players. */
function check(): Checked {
  const checked: Checked = {
    cities: { all: 0, output: 0, usage: 0, moods: 0 },
    lines: new Map(),
    wrong: [],
    rules: [],
  };
  let last = 0;
  replay(0, (world) => {
    const turn = world.game?.turn ?? 0;
    if (world.turn.phase !== 'movement' || turn === last || turn % 10 !== 0) return turn < 100;
    last = turn;
    compareCities(world, checked);
    for (const { playerno } of [...world.players.values()]) checkPlayer(world, playerno, checked);
    world.seat = { ...world.seat, player: 0 };
    if (turn === 50) checked.rules.push(...governmentRules(world));
    return true;
  });
  return checked;
}

function checkPlayer(world: World, player: number, { lines, wrong }: Checked): void {
  world.seat = { ...world.seat, player };
  const counsel = counselOf(world);
  for (const line of counsel) {
    lines.set(line.kind, (lines.get(line.kind) ?? 0) + 1);
    const contradicted = contradiction(world, line);
    if (contradicted !== undefined) wrong.push(`turn ${world.game?.turn}: ${contradicted}`);
  }
  const weights = counsel.map(({ weight }) => weight);
  if (weights.some((weight, index) => weight < (weights[index + 1] ?? 0))) wrong.push('not sorted by weight');
}

function governmentRules(world: World): readonly string[] {
  return ['despotism', 'republic', 'anarchy', 'democracy'].flatMap((name) => {
    const found = lookUpRules(world, { name, kind: 'government' });
    return found.ok ? (found.value[0]?.sentences ?? []) : [];
  });
}

/** As an observer, who knows of every player what its effects depend on. */
function compareCities(world: World, { cities }: Checked): void {
  world.seat = { ...world.seat, player: undefined, observer: true };
  for (const city of world.cities.values()) compareCity(world, city, cities);
  world.seat = { ...world.seat, observer: false };
}

function compareCity(world: World, city: City, cities: Record<string, number>): void {
  const { detail } = city;
  if (detail === undefined) return;
  const { prod, usage, waste, moods } = cityEconomy(world, cityBasis(world, city));
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const told = [detail.pplHappy, detail.pplContent, detail.pplUnhappy, detail.pplAngry].map((list) =>
    list.at(-1),
  );
  const count = (key: string, holds: boolean) => {
    cities[key] = (cities[key] ?? 0) + (holds ? 1 : 0);
  };
  count('all', true);
  count('output', isSame([prod, waste], [detail.prod, detail.waste]));
  count('usage', isSame(usage, detail.usage));
  count('moods', isSame([moods.happy, moods.content, moods.unhappy, moods.angry], told));
}

it('says of a recorded game what the server says of its cities, and counsels nothing that contradicts it', () => {
  const { cities, lines, wrong, rules } = check();
  expect(wrong).toEqual([]);
  expect([...lines.keys()].sort()).toEqual([
    'government',
    'rates',
    'research_switch',
    'standing',
    'tile',
    'treaty',
  ]);
  const { all = 0, output = 0, usage = 0, moods = 0 } = cities;
  expect(all).toBeGreaterThan(300);
  // A city is told of again only when the server computes it anew: a unit that moved meanwhile changes its moods.
  expect(Math.min(output, usage, moods) / all).toBeGreaterThan(0.97);
  expect(rules).toContain('+1 trade on each worked tile that yields some already.');
  expect(rules).toContain(
    'A worked tile that yields more than 2 food, shields, trade yields 1 less of it, unless the city celebrates.',
  );
  expect(rules).toContain(
    'Corruption and waste take 15% of trade and 2% more for each tile from the nearest centre of government.',
  );
  expect(rules).toContain('A revolution takes 1 to 5 turns of anarchy.');
  expect(rules).toContain('All trade becomes luxury: no gold and no bulbs from taxes.');
});

it('foretells famine in a city that eats more than it makes', () => {
  const world = worldAtTurn(40);
  const city = [...world.cities.values()].find(({ owner }) => owner === world.seat.player);
  if (city?.detail === undefined) throw new Error('no own city');
  world.cities.set(
    city.id,
    { ...city, size: city.size + 5, detail: { ...city.detail, foodStock: 1 } },
    world.version,
  );
  const lines = counselOf(world).filter(({ kind }) => kind === 'famine');
  expect(lines).toMatchObject([{ figures: { city_id: city.id, stock: 1, turns: 1 } }]);
});
