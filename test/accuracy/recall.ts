import { changesSince, stateBefore } from '../../proxy/actions/changes.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import type { Offer } from '../../proxy/actions/offer.js';
import type { Reply } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { ownCities, ownUnits } from '../support/own-things.js';
import type { Attempt } from './attempt.js';
import { cityAttempts, researchAttempts, unitAttempts } from './attempts.js';
import { percent } from './tally.js';

/** What the server took of all that was tried blindly, by kind of attempt. */
export class Recall {
  readonly missed: string[] = [];
  readonly #rows = new Map<string, { tried: number; offered: number; missed: number }>();

  /** Offered ones count as taken: that they are is what precision measures. */
  add(kind: string, what: 'offered' | 'refused' | 'missed'): void {
    const row = this.#rows.get(kind) ?? { tried: 0, offered: 0, missed: 0 };
    row.tried += 1;
    if (what !== 'refused') row[what] += 1;
    this.#rows.set(kind, row);
  }

  table() {
    return [...this.#rows].map(([kind, { tried, offered, missed }]) => ({
      tried: kind,
      times: tried,
      'taken by the server': offered + missed,
      'were offered': percent(offered, offered + missed),
    }));
  }

  get share(): number {
    const rows = [...this.#rows.values()];
    const offered = rows.reduce((sum, row) => sum + row.offered, 0);
    const missed = rows.reduce((sum, row) => sum + row.missed, 0);
    return offered / Math.max(1, offered + missed);
  }
}

const UNITS_TRIED = 3;
const CITIES_TRIED = 1;

/** Tries with some units and cities of a seat whatever was not offered, and notes what the server took of it. */
export async function tryEverything(
  seat: Seat,
  random: () => number,
  recall: Recall,
  ruleset: string,
): Promise<void> {
  const some = <T>(things: readonly T[], count: number) =>
    things
      .map((thing) => ({ thing, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ thing }) => thing);
  await tryAll(seat, () => researchAttempts(seat.world), recall, ruleset);
  for (const { id } of some(ownUnits(seat.world), UNITS_TRIED))
    await tryAll(seat, () => unitAttempts(seat.world, id), recall, ruleset);
  for (const { id } of some(ownCities(seat.world), CITIES_TRIED))
    await tryAll(seat, () => cityAttempts(seat.world, id), recall, ruleset);
}

async function tryAll(
  seat: Seat,
  find: () => readonly Attempt[],
  recall: Recall,
  ruleset: string,
): Promise<void> {
  const { world } = seat;
  if (world.turn.phase !== 'movement') return;
  const attempts = find();
  let offers = await legalActions(seat);
  for (const attempt of attempts) {
    if (isOffered(offers, attempt)) {
      recall.add(attempt.kind, 'offered');
      continue;
    }
    const before = stateBefore(world);
    const reply = await attempt.send(seat);
    const taken = attempt.taken(before);
    if (taken && !wasIllegal(reply)) {
      recall.add(attempt.kind, 'missed');
      const changes = JSON.stringify(changesSince(before, world)).slice(0, 200);
      recall.missed.push(`${ruleset} turn ${world.game?.turn}: ${attempt.what}: ${changes}`);
    } else recall.add(attempt.kind, 'refused');
    if (world.version === before.version) continue;
    if (!attempt.stillThere()) return;
    offers = await legalActions(seat);
  }
}

function isOffered(offers: readonly Offer[], { offered }: Attempt): boolean {
  return offers.some((offer) => offered(offer));
}

/** For what is against the rules the server may take moves away without doing anything. */
function wasIllegal({ messages }: Reply): boolean {
  return messages.some(({ event }) => event === 'E_UNIT_ILLEGAL_ACTION' || event === 'E_BAD_COMMAND');
}
