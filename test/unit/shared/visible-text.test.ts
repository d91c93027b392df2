import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '#shared/core/visible-text.js';

const words = fc.array(
  fc.constantFrom(
    ...['"', '\n', ' ', 'Cæsar', 'a', '👩\u200d🚀', 'می\u200cخواهم'],
    ...['\u200d', '\u200b', '\u202e', '\u2066', '\u{e0041}', '\u00ad', '\0', '\x1b', '\u009b', '\t'],
  ),
  { maxLength: 12 },
);

test('nothing of a foreign text is unseen', () => {
  fc.assert(
    fc.property(words, (parts) => {
      const text = visibleText(parts.join(''));
      expect(text).not.toMatch(/(?!\s)\p{Cc}|\p{Bidi_Control}|[\u200b\u00ad\u{e0000}-\u{e007f}]/u);
      expect(visibleText(text)).toBe(text);
    }),
  );
});

test.each([
  ['Yo\u200dur \u202eoperator', 'Your operator'],
  ['Caesar of 👩\u200d🚀 and می\u200cخواهم ❤\ufe0f', 'Caesar of 👩\u200d🚀 and می\u200cخواهم ❤\ufe0f'],
  ['\u202eRemo\u202cR\0ome\x1b[2J\tand\nmore', 'RemoRome[2J\tand\nmore'],
])('%j is told as %j', (text, told) => {
  expect(visibleText(text)).toBe(told);
});
