import type { Outcome } from './frame-cases.js';

/** uWebSockets.js ends the socket without a close frame. */
const cut = [
  'reserved bits 1',
  'reserved bits 2',
  'reserved bits 3',
  'reserved bits 4',
  'reserved bits 5',
  'reserved bits 6',
  'reserved bits 7',
  'opcode 3',
  'opcode 4',
  'opcode 5',
  'opcode 6',
  'opcode 7',
  'opcode 11',
  'opcode 12',
  'opcode 13',
  'opcode 14',
  'opcode 15',
  'control 8 in fragments',
  'control 8 of 126 bytes',
  'control 8 of 70,000 bytes',
  'control 8 with reserved bits',
  'control 9 in fragments',
  'control 9 of 126 bytes',
  'control 9 of 70,000 bytes',
  'control 9 with reserved bits',
  'control 10 in fragments',
  'control 10 of 126 bytes',
  'control 10 of 70,000 bytes',
  'control 10 with reserved bits',
  'text 80',
  'text bf',
  'text c0af',
  'text c1bf',
  'text e0809f',
  'text eda080',
  'text edbfbf',
  'text f08080af',
  'text f4908080',
  'text f888808080',
  'text fe',
  'text ff',
  'text c3',
  'text e282',
  'text 41c341',
  'bad text over two fragments',
  'a continuation of nothing',
  'a last continuation of nothing',
  'a text within fragments',
  'a length beyond all numbers',
  'a length beyond whole numbers',
];

/** It answers with a close frame that has no code: also a code that a client may use, 3000. */
const closedWithoutCode = [
  'a close reason that is no text',
  'close 0',
  'close 1',
  'close 999',
  'close 1004',
  'close 1005',
  'close 1006',
  'close 1015',
  'close 1016',
  'close 2999',
  'close 5000',
  'close 65535',
  'close 3000',
  'a close of one byte',
];

/** It takes the first four bytes of the payload for the mask that is missing, and waits for the rest. */
const unmasked = [
  'opcode 1 without a mask',
  'opcode 2 without a mask',
  'opcode 8 without a mask',
  'opcode 9 without a mask',
  'opcode 10 without a mask',
];

/** It waits for the end: of a message that is only a little too large, and of fragments, which cost it nothing. */
const awaited = ['a length over the limit', '2,000 fragments of one byte'];

const outcomes = (names: readonly string[], outcome: Outcome) =>
  names.map((name): readonly [string, Outcome] => [name, outcome]);

/** The frame cases that end otherwise on uWebSockets.js than the protocol says, and how. */
export const uwsDeviations: ReadonlyMap<string, Outcome> = new Map([
  ...outcomes(cut, 'cut'),
  ...outcomes(closedWithoutCode, { closes: undefined }),
  ...outcomes([...unmasked, ...awaited], 'waits'),
  // The socket ends, as one that sends binary.
  ['a binary within fragments', { closes: 1003 }],
]);
