import { expect, test } from 'vitest';
import { loadPacketTable, protocolVersions } from '../../../proxy/freeciv/packet-table.js';
import { mergedTables } from '../../../proxy/freeciv/tables/merged-tables.js';
import { packetTypesSource } from '../../../proxy/freeciv/tables/packet-types-source.js';
import { readText } from './source-files.js';

test('the packet types are those of the tables of all versions (npm run generate)', () => {
  const tables = mergedTables(protocolVersions.map(loadPacketTable));
  expect(readText('proxy/freeciv/generated/packets.ts')).toBe(packetTypesSource(tables));
});
