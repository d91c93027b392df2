/**
 * `npm run generate`: writes the types of all packets from the tables of all versions, docs/actions.md from the registry of
 * actions, the types of the Python package from the schemas of messages, and the page of the MCP app. A file that is up to date is not touched.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actionGroups } from '../proxy/actions/registry.js';
import { loadPacketTable, protocolVersions } from '../proxy/freeciv/packet-table.js';
import { mergedTables } from '../proxy/freeciv/tables/merged-tables.js';
import { mapPageSource } from './map-page-source.js';
import { packetTypesSource } from './packet-types-source.js';
import { pythonTypesSource } from './python-types.js';
import { referencePage } from './reference-page.js';

const generated = {
  'proxy/freeciv/generated/packets.ts': packetTypesSource(
    mergedTables(protocolVersions.map(loadPacketTable)),
  ),
  'docs/actions.md': referencePage(actionGroups),
  'agent/python/freeciv_gateway/protocol.py': pythonTypesSource(),
  'features/mcp/server/generated/map-page.ts': mapPageSource(),
};

for (const [path, text] of Object.entries(generated)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path} is written`);
}
