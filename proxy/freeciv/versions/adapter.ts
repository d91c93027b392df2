import type { RawPacket } from '../field.js';
import { camelCase, type PacketTable } from '../packet-table.js';
import { enumsOfRequirement, ownNumbering, type ToOwnNumber } from './own-numbers.js';

/** A packet under its name, as untyped as the codec has it. */
interface AdaptedPacket {
  readonly name: string;
  readonly fields: RawPacket;
}

/** Translates between the packets of one version and the one form that all versions have in this project. */
export interface VersionAdapter {
  /** The fields of a packet from the server, in our form. */
  received(name: string, fields: RawPacket): RawPacket;
  /** A packet of ours, in the form in which the server reads it. */
  sent(name: string, fields: RawPacket): AdaptedPacket;
}

/** What a version has otherwise than the oldest one, by the names of packets. */
export interface VersionChanges {
  /** Changes the fields of packets from the server. */
  readonly received: Readonly<Record<string, (fields: RawPacket) => RawPacket>>;
  readonly sent: Readonly<Record<string, (fields: RawPacket) => AdaptedPacket>>;
}

/** The adapter of the version whose packets are in our form already. */
export const SAME_FORM: VersionAdapter = {
  received: (_name, fields) => fields,
  sent: (name, fields) => ({ name, fields }),
};

type Change = (fields: RawPacket) => RawPacket;

/** An adapter made of changes, each applied to what those before have made, and of our own numbers in requirements. */
export function adapterOf(table: PacketTable, changes: readonly VersionChanges[]): VersionAdapter {
  const received = new Map<string, readonly Change[]>(requirementChanges(table));
  for (const [name, change] of changes.flatMap((part) => Object.entries(part.received)))
    received.set(name, [...(received.get(name) ?? []), change]);
  return {
    received: (name, fields) =>
      received.get(name)?.reduce<RawPacket>((raw, change) => change(raw), fields) ?? fields,
    sent: (name, fields) =>
      changes.reduce<AdaptedPacket>((packet, { sent }) => sent[packet.name]?.(packet.fields) ?? packet, {
        name,
        fields,
      }),
  };
}

/** For every packet with requirements the change that gives those our own numbers and ranges. */
function requirementChanges(table: PacketTable): [string, readonly Change[]][] {
  const numberings = new Map<string, ToOwnNumber>();
  for (const [, kind] of table.enums.universals_n?.values ?? []) {
    const enumerations = enumsOfRequirement(kind);
    if (enumerations.length > 0) numberings.set(kind, ownNumbering(table, enumerations));
  }
  return table.packets.flatMap(({ name, fields }) => {
    const names = fields.filter(({ type }) => type === 'requirement').map((field) => camelCase(field.name));
    const change: Change = (raw) => ({
      ...raw,
      ...Object.fromEntries(names.map((field) => [field, inOwnForm(raw[field], numberings)])),
    });
    return names.length === 0 ? [] : [[name, [change]]];
  });
}

function inOwnForm(requirements: unknown, numberings: ReadonlyMap<string, ToOwnNumber>): unknown {
  if (!Array.isArray(requirements)) return requirements;
  return requirements.map((requirement: RawPacket) => {
    const toOwn = numberings.get(String(requirement.type)) ?? Number;
    // 3.0 and 3.1 have one range for the unit and the tile where it is.
    const range = requirement.range === 'REQ_RANGE_TILE' ? 'REQ_RANGE_LOCAL' : requirement.range;
    return { ...requirement, range, value: toOwn(Number(requirement.value)) };
  });
}
