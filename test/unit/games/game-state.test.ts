import { expect, test } from 'vitest';
import { canTransition, type GameStateKind } from '../../../proxy/games/lifecycle/game-state.js';

const kinds: readonly GameStateKind[] = [
  'created',
  'lobby',
  'starting',
  'running',
  'paused',
  'recovering',
  'idle',
  'ended',
  'archived',
  'lost',
];

test('a game lives from lobby to archive, and what has ended never runs again', () => {
  const life: readonly GameStateKind[] = ['created', 'lobby', 'starting', 'running', 'ended', 'archived'];
  for (const [index, kind] of life.slice(1).entries())
    expect(canTransition(life[index] ?? 'created', kind), kind).toBe(true);
  expect(kinds.filter((kind) => canTransition('ended', kind))).toEqual(['archived']);
  expect(kinds.filter((kind) => canTransition('archived', kind))).toEqual([]);
});

test('whatever a game with a server does, its server may die and we may end', () => {
  for (const kind of ['lobby', 'starting', 'running', 'paused'] as const) {
    expect(canTransition(kind, 'recovering'), kind).toBe(true);
    expect(canTransition(kind, 'idle'), kind).toBe(true);
  }
});

test('a game that is lost or idle comes back by recovering alone', () => {
  const returns = kinds.filter((kind) => !['idle', 'lost', 'ended'].includes(kind));
  for (const kind of ['idle', 'lost'] as const)
    expect(returns.filter((next) => canTransition(kind, next))).toEqual(['recovering']);
});
