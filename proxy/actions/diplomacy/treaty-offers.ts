import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { isInTouchWith, livingPlayers, type Player } from '../../rules/lookup/players.js';
import { allOf } from '../../rules/lookup/tristate.js';
import {
  canBeGiven,
  cancelObstacle,
  canGiveClause,
  isPact,
  isSureClause,
  meetingObstacle,
  sharesVision,
  teachableTechs,
} from '../../rules/players/diplomacy.js';
import type { Clause, Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import type { NationOffer } from '../offer-maker.js';
import { type ClauseWish, clauseNames, possibleClause, shownClause } from './clause.js';
import { relationName } from './other-player.js';

/** Amounts of gold offered for a treaty; any other may be agreed on as well. */
const amounts = [10, 50, 100, 500, 1000, 5000];

const low = { priority: 'low', certain: true } as const;

/** A meeting with everybody who would come. */
export function openOffers(world: World): NationOffer[] {
  return others(world)
    .filter((player) => !world.treaties.has(player.playerno) && meetingObstacle(world, player) === undefined)
    .map((player) => ({
      ...low,
      ...to(player),
      label: `meet ${nameWithNation(world, player)} to negotiate`,
    }));
}

/** Every clause that is not in a treaty yet and that its giver could keep; of gold some amounts. */
export function addOffers(world: World): NationOffer[] {
  return meetings(world).flatMap(({ player, treaty }) =>
    wishes(world, player).flatMap(({ value, ...wish }): NationOffer[] => {
      const clause = possibleClause({ world }, player, { ...wish, value });
      if (!clause.ok || hasClause(treaty, clause.value) || !isOfUse(world, player, clause.value)) return [];
      const label = `${nameWithNation(world, player)}: add ${inWords(world, clause.value)}`;
      const certain = isSureClause(world, player.playerno, clause.value);
      return [{ ...low, certain, ...to(player), ...wish, ...(value === undefined ? {} : { value }), label }];
    }),
  );
}

/** An offer for each clause that can be taken out of an open treaty. */
export function removeOffers(world: World): NationOffer[] {
  return meetings(world).flatMap(({ player, treaty }) =>
    treaty.clauses.map((clause) => {
      const { clause: name, value } = shownClause(world, clause);
      const giver = clause.giver === world.seat.player ? ('me' as const) : ('them' as const);
      const label = `${nameWithNation(world, player)}: take out ${inWords(world, clause)}`;
      return { ...low, ...to(player), clause: name, giver, ...(value === undefined ? {} : { value }), label };
    }),
  );
}

/** To accept what the seat can keep, or to take that back; what only waits for the seat is urgent. */
export function acceptOffers(world: World): NationOffer[] {
  return meetings(world).flatMap(({ player, treaty }): NationOffer[] => {
    const { clauses, iAccepted, otherAccepted } = treaty;
    const what = clauses.map((clause) => inWords(world, clause)).join('; ');
    const label = `${nameWithNation(world, player)}: ${iAccepted ? 'take back that you accept' : 'accept'} ${what}`;
    if (iAccepted) return [{ ...low, ...to(player), accepted: false, label }];
    const possible = allOf(clauses, (clause) => canGiveClause(world, player.playerno, clause));
    if (clauses.length === 0 || possible === false) return [];
    const offer = { ...low, ...to(player), accepted: true, certain: possible === true, label };
    if (!otherAccepted) return [offer];
    return [{ ...offer, priority: 'high', reason: 'they have accepted: it holds once you do' }];
  });
}

/** An offer for each meeting that can be ended. */
export function cancelMeetingOffers(world: World): NationOffer[] {
  return meetings(world).map(({ player }) => ({
    ...low,
    ...to(player),
    label: `${nameWithNation(world, player)}: end the negotiation without a treaty`,
  }));
}

/** To cancel what there is with other players: treaties step by step, and the sharing of vision. */
export function cancelOffers(world: World): NationOffer[] {
  const own = world.seat.player ?? -1;
  return others(world).flatMap((player): NationOffer[] => {
    const { playerno } = player;
    const treaty = `cancel the ${relationName(world, playerno)} with ${nameWithNation(world, player)}`;
    const vision = `no longer share your vision with ${nameWithNation(world, player)}`;
    return [
      ...(cancelObstacle(world, playerno) === undefined
        ? [{ ...low, ...to(player), pact: 'treaty' as const, label: treaty }]
        : []),
      ...(sharesVision(world, own, playerno)
        ? [{ ...low, ...to(player), pact: 'shared_vision' as const, label: vision }]
        : []),
    ];
  });
}

/** Whether a treaty has a clause. A pact binds both players, so it does not matter who proposed it. */
export function hasClause(treaty: Treaty | undefined, { giver, type, value }: Clause): boolean {
  return (
    treaty?.clauses.some(
      (clause) => clause.type === type && clause.value === value && (clause.giver === giver || isPact(type)),
    ) === true
  );
}

/** Each clause there might be, as an agent would ask for it: pacts once, everything else from either side. */
function wishes(world: World, player: Player): ClauseWish[] {
  const own = world.seat.player ?? -1;
  const pacts = [clauseNames.ceasefire, clauseNames.peace, clauseNames.alliance];
  const gifts = [clauseNames.embassy, clauseNames.vision, clauseNames.seamap, clauseNames.map];
  const sides = [
    { giver: 'me', from: own, to: player.playerno },
    { giver: 'them', from: player.playerno, to: own },
  ] as const;
  return [
    ...pacts.map((clause): ClauseWish => ({ clause, giver: 'me' })),
    ...sides.flatMap(({ giver, from, to: taker }): ClauseWish[] => [
      ...gifts.map((clause) => ({ clause, giver })),
      ...payable(world, from).map((value) => ({ clause: clauseNames.gold, giver, value })),
      ...teachableTechs(world, from, taker).map((tech) => ({
        clause: clauseNames.advance,
        giver,
        value: wireNameOf(tech),
      })),
      ...[...world.cities.values()]
        .filter((city) => canBeGiven(world, city, from))
        .map(({ id }) => ({ clause: clauseNames.city, giver, value: id })),
    ]),
  ];
}

/** Of another player's purse the server tells only those in touch with him. */
function payable(world: World, player: number): number[] {
  if (!isInTouchWith(world, player)) return [];
  const gold = world.players.get(player)?.gold ?? 0;
  return amounts.filter((amount) => amount <= gold);
}

/** What there is already is not offered, nor what the seat could not accept itself. */
function isOfUse(world: World, { playerno }: Player, clause: Clause): boolean {
  const own = world.seat.player ?? -1;
  const taker = clause.giver === own ? playerno : own;
  if (clause.type === 'CLAUSE_VISION' && sharesVision(world, clause.giver, taker)) return false;
  return canGiveClause(world, playerno, clause) !== false;
}

function inWords(world: World, clause: Clause): string {
  const { clause: name, value } = shownClause(world, clause);
  const what = value === undefined ? name : `${name} (${value})`;
  if (isPact(clause.type)) return what;
  return clause.giver === world.seat.player ? `your ${what}` : `their ${what}`;
}

function meetings(world: World): { player: Player; treaty: Treaty }[] {
  return [...world.treaties.values()].flatMap((treaty) => {
    const player = world.players.get(treaty.counterpart);
    return player === undefined ? [] : [{ player, treaty }];
  });
}

function others(world: World): Player[] {
  return livingPlayers(world).filter(({ playerno }) => playerno !== world.seat.player);
}

function to({ playerno }: Player): { target: { id: number } } {
  return { target: { id: playerno } };
}

function nameWithNation(world: World, { name, nation }: Player): string {
  const plural = world.ruleset.nations.get(nation)?.nounPlural;
  return plural === undefined ? name : `${name} (${displayName(plural)})`;
}
