import type { Advice } from '#shared/protocol/state/brief.js';
import { canGiveClause } from '../../../proxy/rules/players/diplomacy.js';
import { outputWorth } from '../../../proxy/rules/players/output-worth.js';
import type { Clause, Treaty } from '../../../proxy/world/treaty.js';
import type { World } from '../../../proxy/world/world.js';
import { ownTechCost } from '../rules/ai-trade.js';

/** What may be agreed without giving anything away: allies trade embassies and technologies for less. */
const FRIENDLY: ReadonlySet<string> = new Set([
  'CLAUSE_CEASEFIRE',
  'CLAUSE_PEACE',
  'CLAUSE_EMBASSY',
  'CLAUSE_ALLIANCE',
]);
/** What costs nothing when both give it. */
const MUTUAL: ReadonlySet<string> = new Set(['CLAUSE_VISION', 'CLAUSE_SEAMAP', 'CLAUSE_MAP']);

/** Answers to the treaties that others have accepted: those that pay are accepted, others with AIs end. */
export function treatyOrders(world: World): readonly Advice[] {
  return [...world.treaties.values()].flatMap((treaty) => {
    const { counterpart: id, clauses, iAccepted, otherAccepted } = treaty;
    if (iAccepted || !otherAccepted || clauses.length === 0) return [];
    const isPossible = clauses.every((clause) => canGiveClause(world, id, clause) !== false);
    const why = isPossible ? reasonToAccept(world, treaty) : undefined;
    const target = { id };
    if (why !== undefined) return [{ do: { action_type: 'treaty_accept', target, accepted: true }, why }];
    const isAi = world.players.get(id)?.flags.has('PLRF_AI') === true;
    return isAi ? [{ do: { action_type: 'treaty_cancel_meeting', target }, why: NOT_WORTH_IT }] : [];
  });
}

/** Why a meeting ends: an AI leaves it open for ever, and adds to it what it wants next. */
const NOT_WORTH_IT = 'it asks more than it gives, and blocks other proposals';

/** Undefined for a treaty that costs more than it brings. */
function reasonToAccept(world: World, { counterpart, clauses }: Treaty): string | undefined {
  const theirs = clauses.filter(({ giver }) => giver === counterpart);
  const priced = clauses.filter(
    ({ giver, type }) =>
      giver !== counterpart &&
      !FRIENDLY.has(type) &&
      !(MUTUAL.has(type) && theirs.some((clause) => clause.type === type)),
  );
  if (priced.length > 0)
    return isGoodTrade(world, theirs, priced) ? 'it brings more than it costs' : undefined;
  const isAlliance = clauses.some(({ type }) => type === 'CLAUSE_ALLIANCE');
  return isAlliance ? 'allies trade for less, and stand by each other in war' : 'it costs nothing';
}

/** Whether technologies and gold of the seat bring at least as many technologies, and more than the gold is worth. */
function isGoodTrade(world: World, theirs: readonly Clause[], mine: readonly Clause[]): boolean {
  const ofType = (clauses: readonly Clause[], wanted: Clause['type']) =>
    clauses.filter(({ type }) => type === wanted).map(({ value }) => value);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const [taught, learned] = [ofType(mine, 'CLAUSE_ADVANCE'), ofType(theirs, 'CLAUSE_ADVANCE')];
  const paid = ofType(mine, 'CLAUSE_GOLD');
  if (taught.length + paid.length < mine.length || taught.length > learned.length) return false;
  const worth = outputWorth(world);
  const bulbs = sum(learned.map((id) => ownTechCost(world, { id })));
  return worth.bulbs * bulbs > worth.gold * (sum(paid) - sum(ofType(theirs, 'CLAUSE_GOLD')));
}
