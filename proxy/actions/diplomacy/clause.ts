import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { ClauseType } from '../../freeciv/generated/packets.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { hasRealEmbassy, type Player, researchOf } from '../../rules/lookup/players.js';
import { allTechs, prerequisites, type Tech, techState } from '../../rules/lookup/research.js';
import {
  canBeGiven,
  isPact,
  isPactPossible,
  pactBases,
  teachableTechs,
} from '../../rules/players/diplomacy.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { Clause } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { type KnownThings, resolveChoice } from '../common-fields.js';
import { relationName } from './other-player.js';

const clauseTypes = {
  advance: 'CLAUSE_ADVANCE',
  gold: 'CLAUSE_GOLD',
  map: 'CLAUSE_MAP',
  seamap: 'CLAUSE_SEAMAP',
  city: 'CLAUSE_CITY',
  ceasefire: 'CLAUSE_CEASEFIRE',
  peace: 'CLAUSE_PEACE',
  alliance: 'CLAUSE_ALLIANCE',
  vision: 'CLAUSE_VISION',
  embassy: 'CLAUSE_EMBASSY',
} as const satisfies Record<string, ClauseType>;

/** Each name by itself, as zod wants it. */
export const clauseNames = {
  advance: 'advance',
  gold: 'gold',
  map: 'map',
  seamap: 'seamap',
  city: 'city',
  ceasefire: 'ceasefire',
  peace: 'peace',
  alliance: 'alliance',
  vision: 'vision',
  embassy: 'embassy',
} as const satisfies { [K in keyof typeof clauseTypes]: K };

/** The fields by which an action names a clause. */
export const clauseFields = {
  clause: z.enum(clauseNames),
  giver: z.enum({ me: 'me', them: 'them' }).describe('who gives it; pacts are of both').default('me'),
  value: z
    .union([z.string().min(1).max(80), z.int().min(0)])
    .describe('amount of gold, name of the advance or city; nothing for others')
    .optional(),
};

/** A clause as an agent names it, after parsing. */
export type ClauseWish = z.output<z.ZodObject<typeof clauseFields>>;

/** A clause as agents see it. */
export function shownClause(world: World, { giver, type, value }: Clause) {
  const name = type.replace('CLAUSE_', '').toLowerCase();
  return { clause: name, giver, ...shownValue(world, type, value) };
}

function shownValue(world: World, type: ClauseType, value: number): { value?: string | number } {
  if (type === 'CLAUSE_GOLD') return { value };
  if (type === 'CLAUSE_ADVANCE') return { value: wireNameOf(world.ruleset.techs.get(value)) ?? '' };
  if (type === 'CLAUSE_CITY') return { value: world.cities.get(value)?.name ?? value };
  return {};
}

/** The clause that is wished for, if it may be put into a treaty with `other`. */
export function possibleClause(
  { world, skipsRules }: Pick<ActionPort<never>, 'world' | 'skipsRules'>,
  other: Player,
  wish: ClauseWish,
): Result<Clause> {
  const type = clauseTypes[wish.clause];
  const own = world.seat.player ?? -1;
  const [giver, taker] = wish.giver === 'me' ? [own, other.playerno] : [other.playerno, own];
  const obstacle = skipsRules ? undefined : clauseObstacle(world, other, type, [giver, taker]);
  if (obstacle !== undefined) return invalidAction(obstacle, 'data.clause');
  const value = clauseValue(world, type, giver, taker, wish.value);
  return value.ok ? ok({ giver, type, value: value.value }) : value;
}

/** Why a clause of a type cannot be agreed on, whatever it is worth. */
function clauseObstacle(
  world: World,
  other: Player,
  type: ClauseType,
  [giver, taker]: readonly [number, number],
): string | undefined {
  const name = type.replace('CLAUSE_', '').toLowerCase();
  if (isPact(type) && !isPactPossible(world, other.playerno, type)) {
    const relation = relationName(world, other.playerno).replaceAll('_', ' ');
    return relation === name
      ? `You have ${name} with ${nameText(other.name)} already`
      : `With ${nameText(other.name)} you have ${relation}: ${name} can follow on ${pactBases(type).join(', ')}`;
  }
  if (type === 'CLAUSE_EMBASSY' && hasRealEmbassy(world, taker, giver))
    return taker === other.playerno
      ? `${nameText(other.name)} has an embassy with you already`
      : `You have an embassy with ${nameText(other.name)} already`;
  return isForbidden(world, type) ? `In this game nobody trades ${name}` : undefined;
}

function isForbidden({ game }: World, type: ClauseType): boolean {
  return (
    (type === 'CLAUSE_GOLD' && game?.tradingGold === false) ||
    (type === 'CLAUSE_ADVANCE' && game?.tradingTech === false) ||
    (type === 'CLAUSE_CITY' && game?.tradingCity === false)
  );
}

function clauseValue(
  world: World,
  type: ClauseType,
  giver: number,
  taker: number,
  value: string | number | undefined,
): Result<number> {
  switch (type) {
    case 'CLAUSE_GOLD':
      return goldOf(world, giver, value);
    case 'CLAUSE_ADVANCE':
      return numberOf(teachableTechs(world, giver, taker), value, 'technology', {
        all: allTechs(world),
        refusal: (tech) => techClauseRefusal(world, tech, giver, taker),
      });
    case 'CLAUSE_CITY': {
      const cities = [...world.cities.values()];
      const possible = cities.filter((city) => canBeGiven(world, city, giver));
      const refusal = (city: City) => cityClauseRefusal(world, city, giver);
      return numberOf(possible, value, 'city', { all: cities, refusal });
    }
    default:
      return ok(0);
  }
}

function goldOf(world: World, giver: number, value: string | number | undefined): Result<number> {
  const amount = typeof value === 'string' ? Number(value) : value;
  if (amount === undefined || !Number.isInteger(amount) || amount <= 0) {
    return invalidAction('Say how much gold in value', 'data.value', { expected: 'a number above 0' });
  }
  const gold = world.players.get(giver)?.gold ?? 0;
  if (giver === world.seat.player && amount > gold) {
    return invalidAction(`You have ${gold} gold`, 'data.value', { gold });
  }
  return ok(amount);
}

function numberOf<T extends { readonly id: number; readonly name: string }>(
  choices: readonly T[],
  value: string | number | undefined,
  what: string,
  known: KnownThings<T>,
): Result<number> {
  const found = resolveChoice(choices, value ?? '', what, known);
  if (found.ok) return ok(found.value.id);
  const message = value === undefined ? `Say which ${what} in value` : found.failure.message;
  return invalidAction(message, 'data.value', found.failure.details);
}

/** Why a technology cannot go from one player to the other. */
function techClauseRefusal(world: World, tech: Tech, giver: number, taker: number): string | undefined {
  const name = displayName(tech.name);
  const [from, to] = [researchOf(world, giver), researchOf(world, taker)];
  if (from !== undefined && techState(from, tech.id) !== 'known')
    return `${whoDoes(world, giver)} not know ${name}`;
  if (to === undefined) return undefined;
  if (techState(to, tech.id) === 'known')
    return taker === world.seat.player
      ? `You already know ${name}`
      : `${playerName(world, taker)} already knows ${name}`;
  const lacking = prerequisites(tech).filter((id) => techState(to, id) !== 'known');
  const names = lacking.map((id) => displayName(world.ruleset.techs.get(id)?.name ?? 'another'));
  return names.length === 0
    ? undefined
    : `${whoDoes(world, taker)} not know what ${name} needs: ${names.join(', ')}`;
}

function cityClauseRefusal(world: World, city: City, giver: number): string {
  if (city.owner === giver) return `${nameText(city.name)} is the capital, which cannot be given`;
  return giver === world.seat.player
    ? `${nameText(city.name)} is not your city`
    : `${nameText(city.name)} is not a city of ${playerName(world, giver)}`;
}

/** A player with the verb that goes with it: `You do`, `Knud does`. */
function whoDoes(world: World, player: number): string {
  return player === world.seat.player ? 'You do' : `${playerName(world, player)} does`;
}

function playerName(world: World, player: number): string {
  const { name } = world.players.get(player) ?? {};
  return name === undefined ? `player ${player}` : nameText(name);
}
