import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from '../../../proxy/freeciv/bytes.js';
import { fieldCodec } from '../../../proxy/freeciv/field-codec.js';
import type { FieldSpec, PacketTable } from '../../../proxy/freeciv/packet-table.js';

const table: PacketTable = { version: 'none', diffEnd: 'index_255', packets: [], enums: {} };

/** The bytes of a field in a packet, and what is read from them. */
function wire(spec: Omit<FieldSpec, 'name'>, packet: Readonly<Record<string, unknown>>) {
  const codec = fieldCodec({ name: 'some_value', ...spec }, table);
  const writer = new ByteWriter();
  codec.write(writer, { ...packet }, codec.empty);
  const bytes = writer.copy();
  const reader = new ByteReader(bytes, 0);
  const read = codec.read(reader, { ...packet }, codec.empty);
  return { name: codec.name, empty: codec.empty, bytes: bytes.toString('hex'), read, left: reader.remaining };
}

test.each([
  ['uint8', 200, 'c8'],
  ['sint8', -2, 'fe'],
  ['uint16', 40_000, '9c40'],
  ['sint16', -2, 'fffe'],
  ['uint32', 4_000_000_000, 'ee6b2800'],
  ['sint32', -2, 'fffffffe'],
])('a field of type %s is that many bytes, the highest first: %i is %s', (type, value, bytes) => {
  const found = wire({ type }, { someValue: value });
  expect(found).toEqual({ name: 'someValue', empty: 0, bytes, read: value, left: 0 });
});

test('an array has as many values as its size says, an inner one as many in each', () => {
  expect(wire({ type: 'uint8', size: [3] }, { someValue: [1, 2, 3] })).toMatchObject({
    ...{ empty: [0, 0, 0], bytes: '010203', read: [1, 2, 3] },
  });
  const pairs = [
    [1, 2],
    [3, 4],
  ];
  expect(wire({ type: 'uint8', size: [2, 2] }, { someValue: pairs })).toMatchObject({
    ...{ bytes: '01020304', read: pairs },
  });
});

test('an array with a counter has as many values as the counter of its packet says', () => {
  const packet = { someValue: [-1, 7], valueCount: 2 };
  const found = wire({ type: 'sint16', size: [[10, 'value_count']] }, packet);
  expect(found).toMatchObject({ bytes: 'ffff0007', read: [-1, 7], left: 0 });
});

test.each(['string', 'estring'])('the room of a %s is no dimension of an array', (type) => {
  expect(wire({ type, size: [8] }, { someValue: 'Nesa' })).toMatchObject({
    ...{ empty: '', bytes: '4e65736100', read: 'Nesa' },
  });
  expect(wire({ type, size: [2, 8] }, { someValue: ['a', 'b'] })).toMatchObject({
    ...{ empty: ['', ''], bytes: '61006200', read: ['a', 'b'] },
  });
});
