import { PacketCodec } from './packet-codec.js';
import {
  loadPacketTable,
  type PacketSpec,
  type PacketTable,
  type ProtocolVersion,
  protocolVersions,
} from './packet-table.js';
import { adapterOf, SAME_FORM, type VersionAdapter } from './versions/adapter.js';
import { changesSince31 } from './versions/since-3-1.js';
import { changesSince32 } from './versions/since-3-2.js';

/** All packet codecs of a protocol version under one set of capabilities. */
export interface CodecSet {
  readonly byId: readonly (PacketCodec | undefined)[];
  readonly byName: ReadonlyMap<string, PacketCodec>;
}

const loaded = new Map<ProtocolVersion, Protocol>();

/** One version of the network protocol. Compiled once for each set of capabilities a server has. */
export class Protocol {
  readonly table: PacketTable;
  /** Between the packets of this version and our own form of them. */
  readonly adapter: VersionAdapter;
  /** Our capabilities, as the join request lists them. */
  readonly capabilities: readonly string[];
  /** Before the join reply only packets that are the same for all peers can be told apart. */
  readonly initialCodecs: CodecSet;
  readonly #compiled = new Map<string, CodecSet>();

  constructor(table: PacketTable) {
    this.table = table;
    this.adapter = versionAdapter(table);
    this.capabilities = optionalCapabilities(table.packets);
    this.initialCodecs = codecSet(
      table.packets.filter((packet) => optionalCapabilities([packet]).length === 0),
      table,
      new Set(),
    );
  }

  static load(version: ProtocolVersion): Protocol {
    return new Protocol(loadPacketTable(version));
  }

  /** The protocol of a server by its version, such as 3.1.4; that of the oldest one for a version that has no table. */
  static ofServer(version: string): Protocol {
    const series = protocolVersions.find((known) => version.startsWith(`${known}.`)) ?? '3.0';
    const protocol = loaded.get(series) ?? Protocol.load(series);
    loaded.set(series, protocol);
    return protocol;
  }

  /** The codecs for a peer with `peerCapabilities`: a field travels as both sides can. */
  codecs(peerCapabilities: Iterable<string>): CodecSet {
    const shared = new Set([...peerCapabilities].filter((name) => this.capabilities.includes(name)));
    const id = [...shared].sort().join(' ');
    const known = this.#compiled.get(id);
    if (known !== undefined) return known;
    const set = codecSet(this.table.packets, this.table, shared);
    this.#compiled.set(id, set);
    return set;
  }
}

function codecSet(
  packets: readonly PacketSpec[],
  table: PacketTable,
  capabilities: ReadonlySet<string>,
): CodecSet {
  const codecs = packets.map((spec) => new PacketCodec(spec, table, capabilities));
  const byId: PacketCodec[] = [];
  for (const codec of codecs) byId[codec.id] = codec;
  return { byId, byName: new Map(codecs.map((codec) => [codec.name, codec])) };
}

function optionalCapabilities(packets: readonly PacketSpec[]): string[] {
  const named = packets.flatMap((packet) => packet.fields.flatMap((field) => [field.ifCap, field.unlessCap]));
  return [...new Set(named.filter((name) => name !== undefined))];
}

/** The adapter for the packets of a table: between what its version sends and the form that all versions have here. */
function versionAdapter(table: PacketTable): VersionAdapter {
  switch (table.version) {
    case '3.1':
      return adapterOf(table, [changesSince31({ lastTech: 251, lastActivity: 23 })]);
    case '3.2':
      return adapterOf(table, [changesSince31({ lastTech: 401, lastActivity: 16 }), changesSince32]);
    default:
      return SAME_FORM;
  }
}
