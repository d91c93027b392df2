import type { Advice } from '#shared/protocol/state/brief.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { hasRealEmbassy, livingPlayers } from '../../../proxy/rules/lookup/players.js';
import type { Tech } from '../../../proxy/rules/lookup/research.js';
import { type OutputWorth, outputWorth } from '../../../proxy/rules/players/output-worth.js';
import type { World } from '../../../proxy/world/world.js';
import { type AiMarket, aiMarket, aiTechWorth, ownTechCost } from '../rules/ai-trade.js';
import type { IsTried } from './tried-actions.js';

/** Proposals in one brief. */
const MAX_TRADES = 2;
/** An AI takes only what brings it more than it costs. */
const MARGIN = 1.15;
/** Technologies that are offered to a player whose research is not seen: it is likely to know the cheaper ones. */
const MAX_GUESSED = 3;
/** Less gold is not worth a meeting. */
const MIN_GOLD = 10;
/** The share of the own gold that a technology may cost. */
const GOLD_SHARE = 0.8;
/** An embassy shows what a player knows, so what can be traded. */
const EMBASSY_POINTS = 3;

/** A treaty to propose to an AI. */
export interface Trade extends Advice {
  /** What it brings, in points of score. */
  readonly points: number;
  /** The number of the technology that it brings. */
  readonly tech?: number;
  /** Own gold that it costs. */
  readonly gold?: number;
}

/** Technologies for technologies and gold, and embassies, with AIs: at most two, what brings most first. */
export function tradesOf(world: World, isTried: IsTried): readonly Trade[] {
  const worth = outputWorth(world);
  const best = livingPlayers(world)
    .flatMap((other) => bestTrade(world, aiMarket(world, other), worth, isTried) ?? [])
    .sort((a, b) => b.points - a.points);
  // Two trades must not bring the same technology, and only one may spend gold of the seat.
  const isFirst = ({ tech, gold }: Trade, at: number) =>
    !best
      .slice(0, at)
      .some(
        (one) => (tech !== undefined && one.tech === tech) || (gold !== undefined && one.gold !== undefined),
      );
  return best.filter(isFirst).slice(0, MAX_TRADES);
}

function bestTrade(
  world: World,
  market: AiMarket | undefined,
  worth: OutputWorth,
  isTried: IsTried,
): Trade | undefined {
  if (market === undefined) return undefined;
  return [...embassies(world, market), ...purchases(world, market, worth), ...sales(world, market, worth)]
    .filter(({ points, do: action }) => points > 0 && !isTried(action))
    .reduce<Trade | undefined>(
      (best, one) => (best === undefined || one.points > best.points ? one : best),
      undefined,
    );
}

/** Allies exchange embassies for nothing. */
function embassies(world: World, market: AiMarket): readonly Trade[] {
  const me = world.seat.player ?? -1;
  const { playerno } = market.other;
  if (!market.isAllied || hasRealEmbassy(world, me, playerno)) return [];
  const own = hasRealEmbassy(world, playerno, me) ? [] : [{ clause: 'embassy', giver: 'me' }];
  const clauses = [...own, { clause: 'embassy', giver: 'them' }];
  return [{ ...proposal(market, clauses), why: 'allies exchange embassies', points: EMBASSY_POINTS }];
}

/** What the other player knows, for a technology of the seat or for gold. */
function purchases(world: World, market: AiMarket, worth: OutputWorth): readonly Trade[] {
  const own = world.players.get(world.seat.player ?? -1)?.gold ?? 0;
  return market.offered.flatMap((tech) => {
    const gold = Math.ceil(aiTechWorth(world, market, tech) * MARGIN);
    const points = worth.bulbs * ownTechCost(world, tech);
    const name = displayName(tech.name);
    const wish = { clause: 'advance', giver: 'them', value: wireNameOf(tech) };
    const bought = {
      ...proposal(market, [{ clause: 'gold', giver: 'me', value: gold }, wish]),
      ...{ why: `${name} for ${gold} gold`, points: points - gold * worth.gold, tech: tech.id, gold },
    };
    const trades: readonly Trade[] = !market.hasGold || gold > own * GOLD_SHARE ? [] : [bought];
    const given = cheapest(world, market, gold);
    if (given === undefined) return trades;
    const clauses = [{ clause: 'advance', giver: 'me', value: wireNameOf(given) }, wish];
    const why = `${name} for ${displayName(given.name)}`;
    return [...trades, { ...proposal(market, clauses), why, points, tech: tech.id }];
  });
}

/** Of the technologies of the seat that are worth at least so much gold to the other player, the one that is worth least. */
function cheapest(world: World, market: AiMarket, least: number): Tech | undefined {
  const worthOf = (tech: Tech) => aiTechWorth(world, market, tech);
  return market.wanted.filter((tech) => worthOf(tech) >= least).sort((a, b) => worthOf(a) - worthOf(b))[0];
}

/** What the seat knows, for gold. */
function sales(world: World, market: AiMarket, worth: OutputWorth): readonly Trade[] {
  const theirs = market.hasGold ? market.other.gold : 0;
  const worthOf = (tech: Tech) => aiTechWorth(world, market, tech);
  const dearest = market.wanted.toSorted((a, b) => worthOf(b) - worthOf(a));
  return (market.isKnown ? dearest : dearest.slice(0, MAX_GUESSED)).flatMap((tech) => {
    const gold = Math.min(theirs, Math.floor(worthOf(tech) / MARGIN));
    if (gold < MIN_GOLD) return [];
    const clauses = [
      { clause: 'advance', giver: 'me', value: wireNameOf(tech) },
      { clause: 'gold', giver: 'them', value: gold },
    ];
    const doubt = market.isKnown ? '' : ', if they lack it';
    const why = `${gold} gold for ${displayName(tech.name)}${doubt}`;
    return [{ ...proposal(market, clauses), why, points: gold * worth.gold }];
  });
}

function proposal({ other }: AiMarket, clauses: readonly object[]): Pick<Advice, 'do'> {
  return { do: { action_type: 'treaty_propose', target: { id: other.playerno }, clauses } };
}
