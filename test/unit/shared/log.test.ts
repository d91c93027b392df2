import { expect, test } from 'vitest';
import { terminalLine, terminalText } from '#shared/core/log.js';

test.each([
  ['plain text', 'plain text', 'plain text'],
  ['Åland 雪 🏛', 'Åland 雪 🏛', 'Åland 雪 🏛'],
  // Escape, and the C1 character that some terminals take for one.
  ['\u001b[31mred', '\\u001b[31mred', '\\u001b[31mred'],
  ['\u009b31m', '\\u009b31m', '\\u009b31m'],
  ['a\u0007b\u0000', 'a\\u0007b\\u0000', 'a\\u0007b\\u0000'],
  // Marks that turn the direction of writing, and line ends that JSON leaves as they are.
  ['\u202eevil', '\\u202eevil', '\\u202eevil'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029', 'a\\u2028b\\u2029'],
  ['a\nb\tc', 'a\nb\tc', 'a\\u000ab\\u0009c'],
  ['a\r\nb', 'a\r\nb', 'a\\u000d\\u000ab'],
  // A return alone would write over the line.
  ['a\rb', 'a\\u000db', 'a\\u000db'],
])('%j is shown by a terminal and not obeyed', (written, text, line) => {
  expect(terminalText(written)).toBe(text);
  expect(terminalLine(written)).toBe(line);
});
