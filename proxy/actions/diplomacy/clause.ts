import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { ClauseType } from '../../freeciv/generated/packets-3.0.js';
import { displayName } from '../../rules/lookup/names.js';
import { hasRealEmbassy, type Player } from '../../rules/lookup/players.js';
import { canBeGiven, isPact, isPactPossible, teachableTechs } from '../../rules/players/diplomacy.js';
import type { Clause } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { resolveChoice } from '../common-fields.js';

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
  if (type === 'CLAUSE_ADVANCE') return { value: displayName(world.ruleset.techs.get(value)?.name ?? '') };
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
  if (isPact(type) && !isPactPossible(world, other.playerno, type))
    return `How you stand to each other, ${name} cannot be agreed on`;
  if (type === 'CLAUSE_EMBASSY' && hasRealEmbassy(world, taker, giver))
    return 'That embassy is there already';
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
      return numberOf(teachableTechs(world, giver, taker), value, 'technology');
    case 'CLAUSE_CITY':
      return numberOf(
        [...world.cities.values()].filter((city) => canBeGiven(world, city, giver)),
        value,
        'city',
      );
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

function numberOf(
  choices: readonly { readonly id: number; readonly name: string }[],
  value: string | number | undefined,
  what: string,
): Result<number> {
  const found = resolveChoice(choices, value ?? '', what);
  if (found.ok) return ok(found.value.id);
  const message = value === undefined ? `Say which ${what} in value` : found.failure.message;
  return invalidAction(message, 'data.value', found.failure.details);
}
