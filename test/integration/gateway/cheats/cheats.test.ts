import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheats } from './cheat-table.js';
import { beginScene, type Scene } from './scene.js';

let scene: Scene;

beforeAll(async () => {
  scene = await beginScene();
});

afterAll(() => scene[Symbol.asyncDispose]());

test.each(cheats)('an agent gains nothing by $way', async ({ attempt, gain }) => {
  expect(await attempt(scene)).toEqual(gain);
});

test('the threat model names each way to cheat that is tried, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/threat-model.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Ways to cheat\n');
  const named = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) \|/gmu)].map(([, way]) => way);
  expect(named.slice(1)).toEqual(cheats.map(({ way }) => way));
});
