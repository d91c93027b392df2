import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gameText, singleSpaced } from '../../../proxy/actions/common-fields.js';
import { ByteWriter } from '../../../proxy/freeciv/bytes.js';

test('every accepted text fits into its packet and has no control character', () => {
  const schema = gameText(40);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      if (!schema.safeParse(text).success) return;
      const line = singleSpaced(text);
      new ByteWriter().string(line, 41);
      expect(line).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test('tabs and line breaks become spaces; NUL and escape characters are refused', () => {
  const schema = gameText(40);
  expect(singleSpaced(schema.parse(' a\tb\r\nc '))).toBe('a b c');
  expect(singleSpaced(schema.parse('\u202ea\u200b b\u2028c\u{e0041}'))).toBe('a b c');
  for (const bad of ['a\0b', '\x1b[2J', 'a\x7f', '\u009b', '', 'a\u0007b'])
    expect(schema.safeParse(bad).success).toBe(false);
});
