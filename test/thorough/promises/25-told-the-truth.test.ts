import { expect, test } from 'vitest';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { fullView } from '../../../proxy/views/full.js';
import { fightsOf } from '../../integration/promises/support/fights.js';
import { differences, IndependentFold } from '../../support/independent-fold.js';
import { playGame } from '../../support/played-game.js';
import { promised } from '../../support/promised.js';
import { Stage } from '../../support/stage.js';

const TURNS = [10, 30];

type Told = Readonly<Record<string, unknown>>;

/** What differs between the views of a seat and what an independent fold has of the same packets. */
function viewFaults({ world }: Seat, fold: IndependentFold): { faults: readonly string[]; fields: number } {
  const { ruleset, map, seat } = world;
  const me = seat.player ?? -1;
  const full = fullView(world);
  const byId = (things: readonly { readonly id: number }[]) =>
    new Map<number, Told>(things.map((thing) => [thing.id, { ...thing }]));
  const tiles = new Map<number, Told>(
    full.visible_tiles.map((tile) => [tile.y * map.xsize + tile.x, { ...tile }]),
  );
  const compared = [
    ['unit', fold.unitFields(ruleset, map.xsize), byId(full.units)],
    ['city', fold.cityFields(ruleset, map.xsize), byId(full.cities)],
    ['tile', fold.tileFields(ruleset, map.xsize), tiles],
    ['player', fold.playerFields(ruleset, me), byId(Object.values(full.players))],
  ] as const;
  const summary = summaryFaults(world, fold, me);
  return {
    faults: [
      ...compared.flatMap(([what, expected, shown]) => differences(what, expected, shown)),
      ...summary,
    ],
    fields: compared
      .flatMap(([, expected]) => [...expected.values()])
      .reduce((sum, told) => sum + Object.keys(told).length, 0),
  };
}

/** The numbers of the optimised state that stand in packets, and null where a rival is not known. */
function summaryFaults(world: Seat['world'], fold: IndependentFold, me: number): readonly string[] {
  const view = llmOptimizedView(world);
  const { cities_count, units_count, citizens, score, gold, rivals } = view.strategic_summary;
  const own = [...fold.cities.values()].filter(({ info }) => info.owner === me);
  const players = fold.playerFields(world.ruleset, me);
  const expected = {
    turn: fold.turn,
    cities_count: own.length,
    units_count: [...fold.units.values()].filter(({ info }) => info.owner === me).length,
    citizens: own.reduce((sum, { info }) => sum + info.size, 0),
    score: fold.players.get(me)?.score,
    gold: fold.players.get(me)?.gold,
  };
  const shown = { turn: view.turn, cities_count, units_count, citizens, score, gold };
  const ofRivals = rivals.filter((rival) => rival.score !== players.get(rival.id)?.score);
  return [
    ...differences('summary', new Map([[me, expected]]), new Map([[me, shown]])),
    ...ofRivals.map(({ id }) => `rival ${id} has another score`),
  ];
}

test('promise 25: an independent fold of the same packets agrees with every field of the views', async () => {
  const folds = new Map<Seat, IndependentFold>();
  const foldOf = (seat: Seat) => {
    const fold = folds.get(seat) ?? new IndependentFold();
    folds.set(seat, fold);
    return fold;
  };
  await using game = await playGame({
    ...{ ruleset: 'classic', seats: 2, players: 5 },
    commands: ['set size 2', 'set landmass 65'],
    onPacket: (seat, packet) => foldOf(seat).take(packet),
  });
  const found = { faults: [] as string[], fields: 0, packets: 0, unknown: 0 };
  for (const turn of TURNS) {
    await game.playUntil(turn);
    for (const seat of game.seats) {
      await seat.request('client_heartbeat', {});
      const { faults, fields } = viewFaults(seat, foldOf(seat));
      found.faults.push(...faults);
      found.fields += fields;
      const { players } = fullView(seat.world);
      found.unknown += Object.values(players).filter(({ score }) => score === null).length;
    }
  }
  for (const { packets } of folds.values()) found.packets += packets;
  // A view of what another seat was told would be found out.
  const [one, other] = game.seats;
  if (one === undefined || other === undefined) throw new Error('a seat is missing');
  expect(viewFaults(one, foldOf(other)).faults.length).toBeGreaterThan(100);
  expect(found.faults.slice(0, 20)).toEqual([]);
  expect(found.fields).toBeGreaterThan(5_000);
  expect(found.unknown).toBeGreaterThan(0);
  const { fields, packets, unknown } = found;
  promised(
    25,
    { what: 'fields of views that differ', value: found.faults.length },
    { exactly: 0 },
    { fields, packets, playersNotKnown: unknown },
  );
});

test('promise 25: a verdict names exactly those who died, as an observer of everything has seen it', async () => {
  const { faults, fights, won, unseen } = await fightsOf(25);
  expect(faults).toEqual([]);
  expect([won, fights - won, unseen].every((count) => count > 0)).toBe(true);
  promised(
    25,
    { what: 'verdicts of fights that are wrong', value: faults.length },
    { exactly: 0 },
    { fights, won, lost: fights - won, leftSight: unseen },
  );
});

test('promise 25: a dead seat is offered nothing and given no rank, and is told its end', async () => {
  await using stage = await Stage.of(['alice', 'bob'], { players: 4 });
  const [alice, bob] = stage.pair();
  await stage.lua(
    `for u in find.player(${bob.player}):units_iterate() do edit.unit_kill(u, "editor", nil) end`,
  );
  await alice.agent.act('end_turn');
  await bob.agent.push('event', ({ event }) => event === 'defeated');
  await bob.agent.push('turn_start', ({ turn }) => turn === 2);
  let offers = 0;
  for (const format of ['full', 'llm_optimized', 'scene'] as const) {
    const state = await bob.agent.state({ format, legal_actions: 'list' });
    offers += state.legal_actions.length;
    if (format !== 'scene') expect(state).toMatchObject({ defeated: { turn: 1 } });
  }
  const { strategic_summary } = await bob.agent.state({ format: 'llm_optimized' });
  expect(strategic_summary).toMatchObject({ rank: null });
  promised(25, { what: 'offers of a dead seat', value: offers }, { exactly: 0 });
});

test('promise 25: a state says no more than the tokens it was asked for, in a scene too', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  let over = 0;
  const asked = [100, 150, 300, 600, 900, 1_190, 1_500];
  for (const max_tokens of asked) {
    for (const include_legal_actions of [false, true]) {
      const answer = await alice.agent.request('state_query', {
        ...{ format: 'scene', max_tokens, include_legal_actions },
      });
      const { tokens } = answer as { tokens?: { total: number } };
      expect(tokens?.total).toBeGreaterThan(0);
      over += Math.max(0, (tokens?.total ?? 0) - max_tokens);
    }
  }
  promised(25, { what: 'tokens over the limit', value: over }, { exactly: 0 }, { asked: asked.join(' ') });
});
