import { expect, test } from 'vitest';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import { EventLog } from '../../../features/watching/event-log.js';
import { publishedState, snapshotOf, updateOf } from '../../../features/watching/spectator-state.js';

import { nationOf } from '../../../proxy/orders/descriptions.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { techState } from '../../../proxy/rules/lookup/research.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';

import { misfits } from '../../support/fits.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

const FIRST = { stream: 'recorded', version: 7 };
const NO_AGENTS = {};
/** Commits of the world between two updates. */
const EVERY = 400;

test('what spectators get of a recorded game fits the schemas that clients are given', () => {
  const log = new EventLog();
  let published: ReturnType<typeof publishedState> | undefined;
  let commits = 0;
  let updates = 0;
  const wrong: unknown[] = [];
  replay(undefined, (world) => {
    log.recordTurn(world);
    commits += 1;
    if (commits % EVERY !== 0) return true;
    if (published !== undefined) {
      const update = updateOf(world, log, NO_AGENTS, FIRST, published);
      expect(update).toMatchObject({ stream: 'recorded', since: 7, version: 8, turn: world.game?.turn });
      wrong.push(...misfits(spectatorUpdateSchema, update));
      updates += 1;
    }
    published = publishedState(world, log);
    if (updates === 0)
      wrong.push(...misfits(spectatorSnapshotSchema, snapshotOf(world, log, NO_AGENTS, FIRST)));
    return (world.game?.turn ?? 0) < 20;
  });
  expect(updates).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

test('cities that are known in detail are told with the figures of their owner, in updates and snapshots', () => {
  const world = worldAtTurn(60);
  const { cities } = snapshotOf(world, new EventLog(), NO_AGENTS, FIRST);
  const known = cities.filter(({ growth }) => growth !== undefined);
  expect(known.length).toBeGreaterThan(3);
  for (const { id, growth } of known)
    expect(cityView(world, must(world.cities.get(id)))).toMatchObject(must(growth));
  expect(known.some(({ growth }) => growth?.turns_to_grow != null && growth.production_turns != null)).toBe(
    true,
  );
});

test('news of a fight name the one they begin with first, and war is another kind than peace', () => {
  const log = new EventLog();
  const told: { readonly kind: string; readonly text: string; readonly first: string }[] = [];
  replay(
    undefined,
    (world) => (world.game?.turn ?? 0) < 100,
    'classic-6-ai-100-turns',
    (world, packet) => {
      if (world.turn.beganAt.size > 0) log.recordPacket(world, packet);
      for (const { kind, text, players } of log.eventsAfter(told.length))
        told.push({ kind, text, first: nationOf(world, players?.[0] ?? -1, 'nobody') });
    },
  );
  const fights = told.filter(({ kind }) => kind === 'combat');
  expect(fights.some(({ text }) => text.includes('holds against'))).toBe(true);
  expect(fights.filter(({ text, first }) => !text.startsWith(first))).toEqual([]);
  const pacts = told.filter(({ text }) => / are at (war|peace)$/.test(text));
  expect(new Set(pacts.map(({ kind, text }) => `${kind} ${text.endsWith('war')}`))).toEqual(
    new Set(['diplomacy false', 'war true']),
  );
});

/** The technologies of the ruleset that a player knows, counted one by one; null where that is not known. */
function countedTechs(world: World, player: number): number | null {
  const research = researchOf(world, player);
  if (research === undefined) return null;
  return [...world.ruleset.techs.keys()].filter((tech) => techState(research, tech) === 'known').length;
}

test('spectators and the rows of a turn count the technologies that a player knows, and not "None"', () => {
  const log = new EventLog();
  const counts = new Set<number | null>();
  replay(undefined, (world) => {
    log.recordTurn(world);
    const turn = world.game?.turn ?? 0;
    if (turn < 12) return true;
    const { players, history } = snapshotOf(world, log, NO_AGENTS, FIRST);
    for (const { id, techs } of players) {
      expect(techs).toBe(countedTechs(world, id));
      counts.add(techs);
    }
    for (const [, id, , , techs] of history.filter(([at]) => at === turn))
      expect(techs).toBe(countedTechs(world, id));
    return turn < 12;
  });
  expect(Math.max(...[...counts].map(Number))).toBeGreaterThan(1);
});
