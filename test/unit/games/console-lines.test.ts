import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConsoleLines, exitReasonLine } from '../../../proxy/games/server/console-commands.js';

const output = 'Freeciv\n> list\nAI*1\n> \n2: Lost connection\n> > quit\n';
const lines = [
  { text: 'Freeciv', prompted: false },
  { text: 'list', prompted: true },
  { text: 'AI*1', prompted: false },
  { text: '2: Lost connection', prompted: false },
  { text: 'quit', prompted: true },
];

test('lines are the same however the output is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: output.length })), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), output.length];
      const splitter = new ConsoleLines();
      const seen = places.slice(1).flatMap((end, i) => splitter.push(output.slice(places[i], end)));
      expect(seen).toEqual(lines);
    }),
  );
});

test('only the last lines are kept', () => {
  const splitter = new ConsoleLines();
  splitter.push(Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join(''));
  expect(splitter.last()).toHaveLength(40);
  expect(splitter.last().at(-1)).toBe('line 999');
});

test('the exit reason is the last error line', () => {
  expect(exitReasonLine(['0: bind failure: in use', '2: Host: 127.0.0.1'])).toBe('bind failure: in use');
  expect(exitReasonLine(['Loading', 'Segmentation fault'])).toBe('Segmentation fault');
  expect(exitReasonLine([])).toBe('it said nothing');
});
