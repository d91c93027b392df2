import { expect, it } from 'vitest';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import { tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

function say(world: World, event: EventType, message: string): void {
  world.messages.add({ message, event, tile: -1, turn: 50, phase: 0, connId: 0 }, markChanged(world));
  commit(world);
}

it('the digest of a turn names losses before news, news before routine, and nothing twice', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  say(world, 'E_UNIT_BUILT', 'Nesa is finished building Warriors.');
  say(world, 'E_TECH_LEARNED', 'Learned Code of Laws.');
  say(world, 'E_BAD_COMMAND', 'You cannot do that.');
  say(world, 'E_CITY_LOST', 'Moskva was [c fg="#FF0000"]lost[/c] to [l tgt="city" id=133 name="Nesa" /].');
  expect(turnDigest(world, { since }).happened).toEqual([
    'Moskva was lost to Nesa.',
    'Learned Code of Laws.',
    'Nesa is finished building Warriors.',
  ]);
  expect(turnDigest(world, { since: world.messages.count }).happened).toEqual([]);
});

it('the digest of a turn counts the events that it leaves out', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  for (let unit = 0; unit < 100; unit += 1)
    say(world, 'E_UNIT_BUILT', `City ${unit} is finished building Warriors.`);
  say(world, 'E_UNIT_LOST_DEF', 'Your Warriors died.');
  const { happened, happened_more } = turnDigest(world, { since });
  expect(happened[0]).toBe('Your Warriors died.');
  expect(happened.length + happened_more).toBe(101);
  expect(happened_more).toBeGreaterThan(50);
});

it('the digest of a turn names decisions that are needed and enemies that are near', () => {
  const { needs_decision, dangers, time_limit } = turnDigest(worldAtTurn(50));
  expect(needs_decision[0]).toBe('reinforce_city: Tiliura (221)');
  expect(dangers[0]).toBe('1 warriors (Austrian) 2 tiles northeast of Tiliura (defenders: 0)');
  expect(time_limit).toBeNull();
});

it('the digest of a turn names attacked and undefended cities before units that ask, also where plans failed', () => {
  const world = worldAtTurn(50);
  const units = [...world.units.values()].filter(({ owner }) => owner === world.seat.player).slice(0, 6);
  const calls = units.map(({ id, tile }) => ({
    ...{ unitId: id, why: 'idle' as const, turn: 50, tile },
    sentence: `unit ${id} asks`,
  }));
  const plansEnded = [...'abcdef'].map((sentence) => ({ outcome: 'failed' as const, sentence }));
  expect(turnDigest(world, { calls, plansEnded }).needs_decision.map((line) => line.split(':')[0])).toEqual([
    'a',
    'b',
    'c',
    'reinforce_city',
    'defend_city',
  ]);
});

it('the digest of a turn has the change of each score since the last digest', () => {
  const before = turnDigest(worldAtTurn(50));
  const after = turnDigest(worldAtTurn(51), { previous: before });
  const change = (after.scores.Mursilis?.score ?? 0) - (before.scores.Mursilis?.score ?? 0);
  expect(before.scores.Mursilis).toEqual({ score: 28 });
  expect(after.scores.Mursilis).toMatchObject({ change });
});

it('the digest of a turn counts whatever it leaves out, and is whole where that is asked', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  for (let unit = 0; unit < 100; unit += 1)
    say(world, 'E_UNIT_BUILT', `City ${unit} ${'of the far east '.repeat(10)}is finished building Warriors.`);
  const plansEnded = [...'abcdefgh'].map((letter) => ({
    outcome: 'failed' as const,
    sentence: `${letter}${' asks'.repeat(30)}`,
  }));
  const digest = turnDigest(world, { since, plansEnded });
  const whole = turnDigest(world, { since, plansEnded, isWhole: true });
  expect(whole.more).toBeUndefined();
  expect(whole.happened_more).toBe(0);
  expect(whole.happened).toHaveLength(100);
  expect([...whole.happened, ...whole.needs_decision].filter((one) => one.endsWith('…'))).toEqual([]);
  expect(whole.needs_decision).toEqual(expect.arrayContaining(plansEnded.map(({ sentence }) => sentence)));
  const left = (list: 'dangers' | 'needs_decision') => whole[list].length - digest[list].length;
  const scoresLeft = Object.keys(whole.scores).length - Object.keys(digest.scores).length;
  expect(digest.more).toEqual({
    ...(left('dangers') > 0 && { dangers: left('dangers') }),
    ...{ needs_decision: left('needs_decision') },
    ...(scoresLeft > 0 && { scores: scoresLeft }),
    shortened: [...digest.happened, ...digest.needs_decision].filter((one) => one.endsWith('…')).length,
  });
  expect(left('needs_decision')).toBeGreaterThan(5);
});

it('the digest of a turn is never longer than about 400 tokens', async () => {
  const count = await tokenCounter();
  const lengths: number[] = [];
  let since = 0;
  replay(4, (world) => {
    if (world.turn.phase !== 'movement' || world.game?.turn === lengths.length) return true;
    for (let event = 0; event < 30; event += 1) {
      const message = `Chemin-${event} is finished building Pikemen; its worklist is now empty.`;
      world.messages.add(
        { message, event: 'E_UNIT_BUILT', tile: 0, turn: 1, phase: 0, connId: 0 },
        world.version,
      );
    }
    lengths.push(count(JSON.stringify(turnDigest(world, { since }))));
    since = world.messages.count;
    return lengths.length < 100;
  });
  expect(Math.max(...lengths)).toBeLessThan(430);
});
