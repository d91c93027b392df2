import { binary, close, closeFrame, continuation, frame, ping, pong, text } from './frames.js';

/** What the server does: closes with a code, echoes a ping, or answers a message. */
type Expected =
  | { readonly closes: number | undefined }
  | { readonly pongs: string }
  | { readonly answers: string };

/** That, or what a library does instead: ends the socket without a close frame, or waits until the login is overdue. */
export type Outcome = Expected | 'cut' | 'waits';

export interface FrameCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly expected: Expected;
}

const aPing = '{"type":"ping"}';
const whole = (name: string, bytes: Uint8Array, expected: Expected): FrameCase => ({ name, bytes, expected });
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const hex = (digits: string) => Buffer.from(digits, 'hex');

const reservedBits = [1, 2, 3, 4, 5, 6, 7].map((rsv) =>
  whole(`reserved bits ${rsv}`, frame({ opcode: text, payload: aPing, rsv }), { closes: 1002 }),
);

const reservedOpcodes = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) =>
  whole(`opcode ${opcode}`, frame({ opcode, payload: 'x' }), { closes: 1002 }),
);

const unmasked = [text, binary, close, ping, pong].map((opcode) =>
  whole(`opcode ${opcode} without a mask`, frame({ opcode, payload: 'xx', masked: false }), { closes: 1002 }),
);

const controls = [close, ping, pong].flatMap((opcode) => [
  whole(`control ${opcode} in fragments`, frame({ opcode, fin: false }), { closes: 1002 }),
  whole(`control ${opcode} of 126 bytes`, frame({ opcode, payload: 'x'.repeat(126) }), { closes: 1002 }),
  whole(`control ${opcode} of 70,000 bytes`, frame({ opcode, payload: 'x'.repeat(70_000) }), {
    closes: 1002,
  }),
  whole(`control ${opcode} with reserved bits`, frame({ opcode, rsv: 4 }), { closes: 1002 }),
]);

const badUtf8 = [
  '80',
  'bf',
  'c0af',
  'c1bf',
  'e0809f',
  'eda080',
  'edbfbf',
  'f08080af',
  'f4908080',
  'f888808080',
  'fe',
  'ff',
  'c3',
  'e282',
  '41c341',
];
const utf8 = [
  ...badUtf8.map((digits) =>
    whole(`text ${digits}`, frame({ opcode: text, payload: hex(digits) }), { closes: 1007 }),
  ),
  whole(
    'bad text over two fragments',
    join(
      frame({ opcode: text, payload: hex('e2'), fin: false }),
      frame({ opcode: continuation, payload: hex('41') }),
    ),
    { closes: 1007 },
  ),
  whole('a close reason that is no text', closeFrame(1000, hex('ff')), { closes: 1007 }),
];

const badCloseCodes = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535];
const closes = [
  ...badCloseCodes.map((code) => whole(`close ${code}`, closeFrame(code), { closes: 1002 })),
  ...[1000, 1001, 1003, 1007, 1011, 3000, 4999].map((code) =>
    whole(`close ${code}`, closeFrame(code, 'bye'), { closes: code }),
  ),
  whole('a close of one byte', frame({ opcode: close, payload: 'x' }), { closes: 1002 }),
  whole('an empty close', frame({ opcode: close }), { closes: undefined }),
];

const order = [
  whole('a continuation of nothing', frame({ opcode: continuation, payload: 'x' }), { closes: 1002 }),
  whole('a last continuation of nothing', frame({ opcode: continuation, payload: 'x', fin: false }), {
    closes: 1002,
  }),
  whole(
    'a text within fragments',
    join(frame({ opcode: text, payload: '{', fin: false }), frame({ opcode: text, payload: '}' })),
    { closes: 1002 },
  ),
  whole(
    'a binary within fragments',
    join(frame({ opcode: text, payload: '{', fin: false }), frame({ opcode: binary, payload: '}' })),
    { closes: 1002 },
  ),
  whole('binary', frame({ opcode: binary, payload: aPing }), { closes: 1003 }),
  whole(
    'binary in fragments',
    join(frame({ opcode: binary, payload: 'a', fin: false }), frame({ opcode: continuation, payload: 'b' })),
    { closes: 1003 },
  ),
];

const lengths = [
  whole('a length beyond all numbers', frame({ opcode: text, told: 2n ** 63n }), { closes: 1009 }),
  whole('a length beyond whole numbers', frame({ opcode: text, told: 2n ** 53n }), { closes: 1009 }),
  whole('a length over the limit', frame({ opcode: text, told: 20_000n }), { closes: 1009 }),
  whole(
    'fragments over the limit together',
    join(
      frame({ opcode: text, payload: 'x'.repeat(9000), fin: false }),
      frame({ opcode: continuation, payload: 'x'.repeat(9000) }),
    ),
    { closes: 1009 },
  ),
  whole('a length in 16 bits without need', frame({ opcode: text, payload: aPing, lengthForm: 16 }), {
    answers: 'pong',
  }),
  whole('a length in 64 bits without need', frame({ opcode: text, payload: aPing, lengthForm: 64 }), {
    answers: 'pong',
  }),
  whole(
    '2,000 fragments of one byte',
    join(
      frame({ opcode: text, payload: 'x', fin: false }),
      ...Array.from({ length: 2000 }, () => frame({ opcode: continuation, payload: 'x', fin: false })),
    ),
    { closes: 1008 },
  ),
];

const good = [
  whole('a ping', frame({ opcode: ping }), { pongs: '' }),
  whole('a ping of 125 bytes', frame({ opcode: ping, payload: 'p'.repeat(125) }), { pongs: 'p'.repeat(125) }),
  whole(
    'a pong nobody asked for',
    join(frame({ opcode: pong, payload: 'x' }), frame({ opcode: text, payload: aPing })),
    { answers: 'pong' },
  ),
  whole('an empty text', frame({ opcode: text }), { answers: 'E104' }),
  whole(
    'empty fragments',
    join(
      frame({ opcode: text, fin: false }),
      frame({ opcode: continuation, fin: false }),
      frame({ opcode: continuation }),
    ),
    { answers: 'E104' },
  ),
  whole(
    'a ping among fragments',
    join(
      frame({ opcode: text, payload: '{"type":', fin: false }),
      frame({ opcode: ping, payload: 'here' }),
      frame({ opcode: continuation, payload: '"ping"}' }),
    ),
    { pongs: 'here' },
  ),
  whole(
    'a message of a fragment for each byte',
    join(
      ...[...aPing].map((letter, at) =>
        frame({ opcode: at === 0 ? text : continuation, payload: letter, fin: at === aPing.length - 1 }),
      ),
    ),
    { answers: 'pong' },
  ),
  whole('text with a byte order mark', frame({ opcode: text, payload: `\u{feff}${aPing}` }), {
    answers: 'E104',
  }),
  whole('letters of four bytes', frame({ opcode: text, payload: '{"type":"😀"}' }), { answers: 'E120' }),
];

/** Raw frames, one connection each, and what must become of it. */
export const frameCases: readonly FrameCase[] = [
  ...reservedBits,
  ...reservedOpcodes,
  ...unmasked,
  ...controls,
  ...utf8,
  ...closes,
  ...order,
  ...lengths,
  ...good,
];
