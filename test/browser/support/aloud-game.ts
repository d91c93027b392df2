import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { openBrowser, type TestBrowser } from './browser.js';
import { playAloud } from './play-aloud.js';

/** A game of two agents that tell why they act, after some turns, and its page in a browser. */
export interface AloudGame extends AsyncDisposable {
  readonly game: TwoAgents;
  readonly browser: TestBrowser;
  readonly page: Page;
}

/** Plays four turns and opens the page. Its end fails where the page has reported a problem. */
export async function openAloudGame(): Promise<AloudGame> {
  const stack = await startStack({ TURN_TIME_LIMIT_S: '300' });
  const game = await TwoAgents.begin(stack, 'first-game', { map: { xsize: 48, ysize: 34 } });
  await playAloud(game, 4);
  const browser = await openBrowser();
  const { page, problems } = browser;
  await page.goto(`${stack.httpUrl}/#/game/first-game`);
  return {
    game,
    browser,
    page,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
      expect(problems).toEqual([]);
    },
  };
}
