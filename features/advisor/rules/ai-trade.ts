import { areAllied, type Player, relation, researchOf } from '../../../proxy/rules/lookup/players.js';
import { ownResearch, type Tech } from '../../../proxy/rules/lookup/research.js';
import { meetingObstacle, teachableTechs } from '../../../proxy/rules/players/diplomacy.js';
import { techPrice } from '../../../proxy/rules/players/tech-cost.js';
import type { World } from '../../../proxy/world/world.js';

/** Gold for a bulb at which an AI values a technology whose requirements are known (`dai_goldequiv_tech`). */
const GOLD_PER_BULB = 1.5;

/** What may be traded with an AI, by what it knows. */
export interface AiMarket {
  readonly other: Player;
  /** Whether the seat sees its research. */
  readonly isKnown: boolean;
  readonly isAllied: boolean;
  /** Whether gold may be traded (setting `tradinggold`). */
  readonly hasGold: boolean;
  /** Technologies that it may take and has not got from this seat, and those that it may give. None if its research is not known or the setting `tradingtech` forbids trade. */
  readonly wanted: readonly Tech[];
  readonly offered: readonly Tech[];
}

/** What may be traded with a player; undefined where it is no AI, cannot be met, is at war with the seat, or has an open meeting with it. */
export function aiMarket(world: World, other: Player): AiMarket | undefined {
  const me = world.seat.player ?? -1;
  const { playerno, flags } = other;
  const state = relation(world, me, playerno);
  if (!flags.has('PLRF_AI') || world.treaties.has(playerno) || state === undefined || state === 'DS_WAR')
    return undefined;
  if (meetingObstacle(world, other) !== undefined) return undefined;
  const isKnown = researchOf(world, playerno) !== undefined;
  const hasTechs = world.game?.tradingTech === true;
  const isTaught = (tech: number) => world.taught.get(playerno)?.has(tech) === true;
  return {
    other,
    isKnown,
    isAllied: areAllied(world, me, playerno) === true,
    hasGold: world.game?.tradingGold === true,
    wanted: hasTechs ? teachableTechs(world, me, playerno).filter(({ id }) => !isTaught(id)) : [],
    offered: hasTechs && isKnown ? teachableTechs(world, playerno, me) : [],
  };
}

/** What a technology costs the seat in bulbs, known or not. */
export function ownTechCost(world: World, { id }: Pick<Tech, 'id'>): number {
  const research = ownResearch(world);
  return research === undefined ? 0 : techPrice(world, research, id);
}

/**
 * What a technology is worth to an AI in gold, as its giver and as its taker (`compute_tech_sell_price`): half of it among allies.
 * An AI pays more for a technology that its plans need.
 */
export function aiTechWorth(world: World, { isAllied }: AiMarket, tech: Tech): number {
  return Math.floor((ownTechCost(world, tech) * GOLD_PER_BULB) / (isAllied ? 2 : 1));
}
