import { PacketCodec } from './packet-codec.js';
import { loadPacketTable, type PacketTable, type ProtocolVersion } from './packet-table.js';

/** All packet codecs of a protocol version under one set of capabilities. */
export interface CodecSet {
  readonly byId: readonly (PacketCodec | undefined)[];
  readonly byName: ReadonlyMap<string, PacketCodec>;
}

/** One version of the network protocol. Compiled once for each set of capabilities a server has. */
export class Protocol {
  readonly table: PacketTable;
  /** What we can do, as it stands in the join request. */
  readonly capabilities: readonly string[];
  readonly #compiled = new Map<string, CodecSet>();

  constructor(table: PacketTable) {
    this.table = table;
    this.capabilities = optionalCapabilities(table);
  }

  static load(version: ProtocolVersion): Protocol {
    return new Protocol(loadPacketTable(version));
  }

  /** The codecs for a peer with `peerCapabilities`: a field travels as both sides can. */
  codecs(peerCapabilities: Iterable<string>): CodecSet {
    const shared = new Set([...peerCapabilities].filter((name) => this.capabilities.includes(name)));
    const id = [...shared].sort().join(' ');
    const known = this.#compiled.get(id);
    if (known !== undefined) return known;
    const codecs = this.table.packets.map((spec) => new PacketCodec(spec, this.table, shared));
    const byId: PacketCodec[] = [];
    for (const codec of codecs) byId[codec.id] = codec;
    const set: CodecSet = { byId, byName: new Map(codecs.map((codec) => [codec.name, codec])) };
    this.#compiled.set(id, set);
    return set;
  }
}

function optionalCapabilities(table: PacketTable): string[] {
  const named = table.packets.flatMap((packet) =>
    packet.fields.flatMap((field) => [field.ifCap, field.unlessCap]),
  );
  return [...new Set(named.filter((name) => name !== undefined))];
}
