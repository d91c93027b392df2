import { expect, test } from 'vitest';
import { loadPacketTable } from '../../../proxy/freeciv/packet-table.js';
import { packetTypesSource } from '../../../proxy/freeciv/tables/packet-types-source.js';
import { readText } from './source-files.js';

test('the packet types are those of the table (npm run generate)', () => {
  expect(readText('proxy/freeciv/generated/packets-3.0.ts')).toBe(packetTypesSource(loadPacketTable('3.0')));
});
