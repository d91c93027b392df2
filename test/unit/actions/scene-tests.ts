import { expect, test } from 'vitest';
import { playScenes, readScenes, type Scene } from '../../recordings/scenes.js';

/** Lines shown of each kind of difference: the rest mostly has the same cause. */
const MAX_SHOWN = 5;

/** One line for each offer and each try of a scene, in order. */
function linesOf({ name, offers, tries }: Scene): readonly string[] {
  return [...offers, ...tries].map((one) => `${name}: ${JSON.stringify(one)}`);
}

/** What is in only one of two lists; when both have the same, where their order differs. */
function differences(recorded: readonly string[], now: readonly string[]): readonly string[] {
  const [before, after] = [new Set(recorded), new Set(now)];
  const gone = recorded.filter((line) => !after.has(line)).map((line) => `no more: ${line}`);
  const added = now.filter((line) => !before.has(line)).map((line) => `new: ${line}`);
  if (gone.length + added.length > 0) return [...gone.slice(0, MAX_SHOWN), ...added.slice(0, MAX_SHOWN)];
  const moved = now.findIndex((line, index) => line !== recorded[index]);
  return moved < 0 && now.length === recorded.length ? [] : [`elsewhere in the order: ${now[moved]}`];
}

/**
 * Tests moments of recorded games of two rulesets. When an offer, a packet or a verdict is changed on purpose, they are
 * recorded anew: `npx tsx --conditions=source test/recordings/record-scenes.ts`.
 */
export function testScenes(isWanted: (game: string) => boolean): void {
  test('seats of recorded games are offered the same, and their tries have the same verdicts', async () => {
    const recorded = readScenes().filter(({ name }) => isWanted(name));
    expect(recorded.length).toBeGreaterThan(1);
    const now = await playScenes(isWanted);
    expect(differences(recorded.flatMap(linesOf), now.flatMap(linesOf))).toEqual([]);
  });
}
