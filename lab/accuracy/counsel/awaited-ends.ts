import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { treatyCounsel } from '../../../features/advisor/counsel/treaty-counsel.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { diplomacyEntry } from '../../../proxy/rules/lookup/players.js';
import { realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { CounselCases } from './cases.js';

type TreatyLine = Extract<CounselLine, { kind: 'treaty' }>;
type Relation = PacketFields['player_diplstate'];

/** A line about an agreement, and the turn in which that ends. */
interface AwaitedEnd {
  readonly seat: Seat;
  readonly line: TreatyLine;
  readonly due: number;
}

/** The states before and after the end of an agreement. */
const STATES = {
  ceasefire: ['DS_CEASEFIRE', 'DS_WAR'],
  armistice: ['DS_ARMISTICE', 'DS_PEACE'],
} as const;

/** Agreements whose end is forecast, and their real end. */
export class AwaitedEnds {
  readonly #cases: CounselCases;
  #ends: readonly AwaitedEnd[] = [];

  constructor(cases: CounselCases) {
    this.#cases = cases;
  }

  /** Notes each agreement of a seat that is about to end, once. */
  note(seat: Seat): void {
    if (!this.#cases.wants('treaty')) return;
    const { world } = seat;
    const basis = realmBasis(world, world.seat.player ?? -1);
    const turn = world.game?.turn ?? 0;
    const lines = treatyCounsel(basis, realmTotals(basis)).filter((line) => !this.#isNoted(seat, line));
    this.#ends = [...this.#ends, ...lines.map((line) => ({ seat, line, due: turn + line.figures.turns }))];
  }

  #isNoted(seat: Seat, { figures }: TreatyLine): boolean {
    return this.#ends.some(
      ({ seat: who, line }) =>
        who === seat &&
        line.figures.player_id === figures.player_id &&
        line.figures.agreement === figures.agreement,
    );
  }

  /** Compares those that are due. One that another decision has ended before says nothing about its line. */
  compare(): void {
    const open = this.#ends.filter((one) => isAsForetold(one));
    for (const one of this.#ends) if (!open.includes(one)) this.#compareEnd(one);
    this.#ends = open;
  }

  #compareEnd({ seat, line, due }: AwaitedEnd): void {
    const entry = entryOf(seat, line);
    const turn = seat.world.game?.turn ?? 0;
    const { agreement } = line.figures;
    const [before, after] = agreement === 'contact' ? [entry?.type, entry?.type] : STATES[agreement];
    const isOther = entry?.type !== before && entry?.type !== after;
    // Agreed on anew as soon as it had ended.
    const isRenewed = agreement !== 'contact' && (entry?.turnsLeft ?? 0) > line.figures.turns;
    const hasMet = agreement === 'contact' && (entry?.contactTurnsLeft ?? 0) > 0;
    if (turn < due || isOther || isRenewed || hasMet || !this.#cases.wants('treaty')) return;
    this.#cases.event('treaty', entry?.type === after, `${line.text}: ${entry?.type}`);
  }
}

function entryOf({ world }: Seat, { figures }: TreatyLine): Relation | undefined {
  return diplomacyEntry(world, world.seat.player ?? -1, figures.player_id);
}

/** Whether an agreement is not due and has the forecast number of turns left. */
function isAsForetold({ seat, line, due }: AwaitedEnd): boolean {
  const entry = entryOf(seat, line);
  const turn = seat.world.game?.turn ?? 0;
  const { agreement } = line.figures;
  if (entry === undefined || turn >= due) return false;
  const left = agreement === 'contact' ? entry.contactTurnsLeft : entry.turnsLeft;
  const isSame = agreement === 'contact' || entry.type === STATES[agreement][0];
  return isSame && left === due - turn;
}
