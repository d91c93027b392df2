import { frame, ping, text } from './frames.js';

const good = [
  frame({ opcode: text, payload: '{"type":"ping"}' }),
  frame({ opcode: ping, payload: 'here' }),
  frame({ opcode: text, payload: `{"type":"ping","echo":"${'x'.repeat(200)}"}` }),
  frame({ opcode: text, payload: '{"type":"state_query","format":"full"}', fin: false }),
];

/** A few frames in a row of which some bytes have been changed, left out or doubled, by the numbers of `random`. */
export function fuzzedFrames(random: () => number): Buffer {
  const below = (count: number) => Math.floor(random() * count);
  const parts = Array.from({ length: 1 + below(4) }, () => good[below(good.length)] ?? Buffer.alloc(0));
  let bytes = Buffer.concat(parts);
  for (let damage = 1 + below(4); damage > 0; damage--) {
    const at = below(bytes.length);
    const kind = below(3);
    if (kind === 0) bytes[at] = below(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + below(4))]);
    else bytes = Buffer.concat([bytes.subarray(0, at + below(9)), bytes.subarray(at)]);
  }
  return bytes;
}
