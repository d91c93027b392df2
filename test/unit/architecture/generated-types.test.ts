import { expect, test } from 'vitest';
import { loadPacketTable, protocolVersions } from '../../../proxy/freeciv/packet-table.js';
import { mergedTables } from '../../../proxy/freeciv/tables/merged-tables.js';
import { mapPageSource } from '../../../tools/map-page-source.js';
import { packetTypesSource } from '../../../tools/packet-types-source.js';
import { pythonTypesSource } from '../../../tools/python-types.js';
import { readText } from './source-files.js';

test('the packet types are those of the tables of all versions (npm run generate)', () => {
  const tables = mergedTables(protocolVersions.map(loadPacketTable));
  expect(readText('proxy/freeciv/generated/packets.ts')).toBe(packetTypesSource(tables));
});

test('the types of the Python package are those of the schemas (npm run generate)', () => {
  expect(readText('agent/python/freeciv_gateway/protocol.py')).toBe(pythonTypesSource());
});

test('the page of the MCP app is built from its sources (npm run generate)', () => {
  expect(readText('features/mcp/server/generated/map-page.ts')).toBe(mapPageSource());
});
