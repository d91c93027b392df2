/** Writes the TypeScript types of all packets of a protocol version from its table: `npm run generate`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPacketTable } from '../packet-table.js';
import { packetTypesSource } from './packet-types-source.js';

const target = fileURLToPath(new URL('../generated/packets-3.0.ts', import.meta.url));
writeFileSync(target, packetTypesSource(loadPacketTable('3.0')));
