import type { PacketTable } from '../packet-table.js';
import { adapterOf, SAME_FORM, type VersionAdapter } from './adapter.js';
import { changesSince31 } from './since-3-1.js';
import { changesSince32 } from './since-3-2.js';

/** The adapter for the packets of a table: between what its version sends and the form that all versions have here. */
export function versionAdapter(table: PacketTable): VersionAdapter {
  switch (table.version) {
    case '3.1':
      return adapterOf(table, [changesSince31({ lastTech: 251, lastActivity: 23 })]);
    case '3.2':
      return adapterOf(table, [changesSince31({ lastTech: 401, lastActivity: 16 }), changesSince32]);
    default:
      return SAME_FORM;
  }
}
