import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarefulGame, playCarefully } from '../../../lab/bench/support/tokens/careful-player.js';
import { type Stack, startStack } from '../../support/stack.js';

const TURNS = 100;

let stack: Stack;
let game: CarefulGame;

beforeAll(async () => {
  stack = await startStack({}, { checksMessages: false });
  game = await playCarefully(stack, { seed: 11, turns: TURNS });
}, 900_000);

afterAll(() => stack[Symbol.asyncDispose]());

test('a careful model reads at most 450 tokens a turn over MCP, in three calls at most', () => {
  const { ledger } = game;
  expect(ledger.mean('tool ', TURNS)).toBeLessThanOrEqual(450);
  expect(ledger.calls(TURNS).all).toBeLessThanOrEqual(3);
});

test('the end of a turn is answered in at most 500 tokens, and in 200 where nothing needs a decision', () => {
  const { briefs } = game.ledger;
  const tokensOf = (quiet: boolean) =>
    briefs.flatMap(({ tokens, isQuiet }) => (isQuiet === quiet ? [tokens] : []));
  const [busy, quiet] = [tokensOf(false), tokensOf(true)];
  expect(busy.length * quiet.length).toBeGreaterThan(0);
  expect(Math.max(...busy)).toBeLessThanOrEqual(500);
  expect(Math.max(...quiet)).toBeLessThanOrEqual(200);
});

test('at most 15 % of what a careful model reads is advice', () => {
  const { ledger } = game;
  const advice = ledger.mean('brief Advised', TURNS);
  expect(advice).toBeGreaterThan(0);
  expect(advice).toBeLessThanOrEqual(0.15 * ledger.mean('tool ', TURNS));
});

test('what it reads is enough to lead: it has twenty cities, and more points than two of three AIs', () => {
  const [own, ...ais] = game.scores;
  expect(own?.cities).toBeGreaterThanOrEqual(20);
  expect(ais.filter(({ score }) => score < (own?.score ?? 0)).length).toBeGreaterThanOrEqual(2);
});
