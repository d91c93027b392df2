import { expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { blockedSteps, type LegalStep, legalSteps } from '../../../proxy/rules/movement/legal-steps.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { sendSteps } from '../../support/orders.js';
import { ownUnits } from '../../support/own-things.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { buildRoads, lives, placeUnits, sequence } from '../../support/populated-map.js';
import { cases, rulesets } from '../../support/rulesets.js';
import { agree } from '../../support/treaty.js';

class Tally {
  legal = 0;
  refused = 0;
  uncertain = 0;
  uncertainMoved = 0;
  ghosts = 0;
  readonly wrong: string[] = [];
}

/** Tries every blocked step and takes one legal step of each unit, as long as units have moves and tries last. */
async function walk(
  game: PlayedGame,
  seat: Seat,
  random: (below: number) => number,
  tally: Tally,
): Promise<void> {
  // What other seats did is on its way to this one; an answered request comes after it.
  await seat.request('client_heartbeat', {});
  for (const { id } of ownUnits(seat.world)) {
    for (let tries = 0; tries < 4; tries += 1) {
      const unit = seat.world.units.get(id);
      if (unit?.detail === undefined || unit.detail.movesleft === 0) break;
      await tryBlocked(seat, unit, tally);
      const steps = legalSteps(seat.world, unit);
      const step = steps[random(steps.length || 1)];
      if (step === undefined) break;
      await takeStep(game, seat, unit, step, tally);
    }
  }
}

async function tryBlocked(seat: Seat, unit: Unit, tally: Tally): Promise<void> {
  for (const step of blockedSteps(seat.world, unit)) {
    const { messages } = await sendSteps(seat, unit.id, [step]);
    tally.refused += 1;
    const after = seat.world.units.get(unit.id);
    if (after?.tile === unit.tile) continue;
    tally.wrong.push(
      `${describeStep(seat, unit, step.tile)}: moved though ${step.obstacle}, ${after?.tile} ${messages.map(({ message }) => message)}`,
    );
    return;
  }
}

async function takeStep(
  game: PlayedGame,
  seat: Seat,
  unit: Unit,
  step: LegalStep,
  tally: Tally,
): Promise<void> {
  const left = unit.detail?.movesleft ?? 0;
  const what = describeStep(seat, unit, step.tile);
  const { messages } = await sendSteps(seat, unit.id, [step]);
  const after = seat.world.units.get(unit.id);
  const moved = after === undefined || after.tile === step.tile;
  if (!step.certain) {
    tally.uncertain += 1;
    if (moved) tally.uncertainMoved += 1;
    return;
  }
  if (!moved && !(await lives(game, unit.id))) {
    // The server does not tell an owner of units that died inside a base that hides them.
    tally.ghosts += 1;
    return;
  }
  tally.legal += 1;
  if (!moved) tally.wrong.push(`${what}: refused: ${messages.map(({ message }) => message)} `);
  const spent = left - (after?.detail?.movesleft ?? 0);
  if (after !== undefined && moved && spent !== step.cost) {
    tally.wrong.push(`${what}: cost ${spent} of ${left}, said ${step.cost}`);
  }
}

function describeStep({ world }: Seat, unit: Unit, to: number): string {
  const name = (tile: number) => {
    const info = world.tiles.get(tile);
    const extras = [...world.ruleset.extras.values()].filter(
      (extra) => ((info?.extras[extra.id >> 3] ?? 0) >> (extra.id & 7)) & 1,
    );
    const terrain = world.ruleset.terrains.get(info?.terrain ?? -1)?.name;
    return `${terrain}(${extras.map((extra) => extra.name)})`;
  };
  const type = world.ruleset.unitTypes.get(unit.type)?.name;
  return `turn ${world.game?.turn} ${type} ${unit.id} from ${name(unit.tile)} to ${name(to)} ${to}`;
}

function hidesUnits({ world }: Seat): boolean {
  return [...world.ruleset.extras.values()].some((extra) => extra.eus === 'EUS_HIDDEN');
}

const relations = {
  war: async () => undefined,
  alliance: async ({ seats: [one, other] }: PlayedGame) => {
    if (one !== undefined && other !== undefined) await agree(one, other, 'CLAUSE_ALLIANCE');
  },
  peace: async (game: PlayedGame) => {
    const [one, other] = game.seats;
    if (one === undefined || other === undefined) return;
    await agree(one, other, 'CLAUSE_PEACE');
    for (let turn = 0; turn < 17; turn += 1) await game.nextTurn();
  },
};

const all = rulesets.flatMap((ruleset) =>
  (['war', 'alliance', 'peace'] as const).map((relation) => ({ ruleset, relation })),
);
const short = ['classic war', 'classic peace', 'civ2civ3 alliance', 'alien war'];
const played = cases(all, ({ ruleset, relation }) => short.includes(`${ruleset} ${relation}`));

test.each(played)(
  'a step in $ruleset with $relation is offered just when the server takes it, at the cost it has',
  async ({ ruleset, relation }) => {
    await using game = await playGame({
      ruleset,
      seats: 2,
      players: 3,
      commands: ['set size 2', 'set startpos ALL', 'set dispersion 3', 'set contactturns 100'],
    });
    const random = sequence(ruleset.length * 7 + relation.length);
    await game.playUntil(25);
    const tally = new Tally();
    await buildRoads(game, random);
    await placeUnits(game, [0, 1], 20, random);
    for (const seat of game.seats) await walk(game, seat, random, tally);
    await relations[relation](game);
    for (let round = 0; round < 3; round += 1) {
      await placeUnits(game, [0, 0, 1], 10, random);
      for (const seat of game.seats) await walk(game, seat, random, tally);
      await game.nextTurn();
    }
    const { legal, refused, uncertain, uncertainMoved } = tally;
    const states = [...game.seat.world.diplomacy.values()].filter((state) => state.plr1 === 0);
    console.info(
      `${ruleset} ${relation}: ${legal} taken, ${refused} refused, ${uncertainMoved} of ${uncertain} uncertain taken`,
      states.map((state) => `${state.plr2}:${state.type}`).join(' '),
    );
    expect(tally.wrong).toEqual([]);
    expect(tally.ghosts === 0 || hidesUnits(game.seat)).toBe(true);
    expect(legal).toBeGreaterThan(30);
  },
);
