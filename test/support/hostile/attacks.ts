import type { Protocol } from '../../../proxy/freeciv/protocol.js';
import { compressedBlock, jumboBlock, rawFrame, uint32 } from './frames.js';

/** What a hostile server sends to a client that it has let in, and the sentence that the connection ends with. */
export interface Attack {
  /** Chunks of bytes; made one by one, as they are sent. */
  readonly chunks: (protocol: Protocol) => Iterable<Buffer>;
  readonly ends: RegExp;
}

/** Packets in a chunk that is sent at once. */
const PACKETS_IN_CHUNK = 2_000;
/** Of a player_attribute_chunk (`ATTRIBUTE_CHUNK_SIZE`). */
const CHUNK_BYTES = 1_400;
/** More than any limit allows. */
const MANY = 1_000_000;

/** Compressed blocks of `MANY` packets that `make` makes by their numbers. */
function* flood(make: (n: number) => Buffer): Generator<Buffer> {
  for (let n = 0; n < MANY; n += PACKETS_IN_CHUNK) {
    const frames = Array.from({ length: PACKETS_IN_CHUNK }, (_, i) => make(n + i));
    yield compressedBlock(Buffer.concat(frames));
  }
}

/** A map_info of the protocol 3.0: all three fields present, then both sides and the topology. */
function mapInfo(protocol: Protocol, xsize: number, ysize: number): Buffer {
  const sides = [xsize >> 8, xsize & 255, ysize >> 8, ysize & 255];
  return rawFrame(protocol, 'map_info', [0b111, ...sides, 0]);
}

/** A packet with nothing but its key: no presence bit is set. */
function onlyKey(protocol: Protocol, name: string, key: readonly number[]): Buffer {
  const fields = protocol.table.packets.find((packet) => packet.name === name)?.fields ?? [];
  const optional = fields.filter((field) => field.key !== true && field.unlessCap === undefined);
  return rawFrame(protocol, name, [...new Array<number>((optional.length + 7) >> 3).fill(0), ...key]);
}

/** By what they try. */
export const attacks: Readonly<Record<string, Attack>> = {
  'compressed blocks within a compressed block': {
    chunks: (protocol) => {
      let block = rawFrame(protocol, 'freeze_client');
      for (let depth = 0; depth < 1_000; depth += 1) block = compressedBlock(block);
      return [block];
    },
    ends: /a frame of \d+ bytes inside a compressed block/,
  },
  'a frame that is shorter than its header': {
    chunks: (protocol) => [rawFrame(protocol, 'freeze_client', [], 1)],
    ends: /a frame of 1 bytes/,
  },
  'a frame that ends inside a field': {
    chunks: (protocol) => [rawFrame(protocol, 'tile_info', [0, 0, 0])],
    ends: /tile_info.tile: the packet ends inside a field/,
  },
  'a jumbo of 4 GiB': {
    chunks: () => [jumboBlock(Buffer.alloc(0), 0xffff_ffff)],
    ends: /a block of 4294967295 bytes where 2097152 are allowed/,
  },
  'a block that inflates to gigabytes': {
    chunks: () => [compressedBlock(Buffer.alloc(64 << 20))],
    ends: /a block inflates to more than 4194304 bytes/,
  },
  'a block that inflates to a thousand times its size': {
    chunks: () => [compressedBlock(Buffer.alloc(3 << 20))],
    ends: /a block of \d+ bytes inflates to 3145728/,
  },
  'packets under endless keys': {
    chunks: (protocol) => flood((n) => rawFrame(protocol, 'vote_update', [0, ...uint32(n)])),
    ends: /vote_update: more than 500000 packets with keys of their own/,
  },
  'large packets under endless keys': {
    chunks: function* (protocol) {
      const data = Array.from({ length: CHUNK_BYTES }, (_, i) => (i * 7) & 255);
      const length = uint32(CHUNK_BYTES);
      for (let n = 0; n < MANY; n += 1)
        yield rawFrame(protocol, 'player_attribute_chunk', [
          0b111,
          ...uint32(n),
          ...length,
          ...length.slice(2),
          ...data,
        ]);
    },
    ends: /player_attribute_chunk: more than 16777216 bytes in large packets/,
  },
  'an answer that does not end': {
    chunks: function* (protocol) {
      yield rawFrame(protocol, 'processing_started');
      yield* flood((n) => rawFrame(protocol, n % 3 === 0 ? 'freeze_client' : 'thaw_client'));
    },
    ends: /a bracket that does not end/,
  },
  'pings whose answers are not dealt with': {
    chunks: (protocol) => flood(() => rawFrame(protocol, 'conn_ping')),
    ends: /more than 100 answers that are not dealt with/,
  },
  'a second join reply': {
    chunks: (protocol) => [rawFrame(protocol, 'server_join_reply', [0, 0, 0, 0, 0, 0])],
    ends: /server_join_reply: joined already/,
  },
  'land before the map': {
    chunks: (protocol) => [onlyKey(protocol, 'tile_info', uint32(7))],
    ends: /land before the map/,
  },
  'land beyond the map': {
    chunks: (protocol) => [mapInfo(protocol, 64, 64), onlyKey(protocol, 'tile_info', uint32(64 * 64))],
    ends: /land on tile 4096 of a map of 4096/,
  },
  'a map of four thousand million tiles': {
    chunks: (protocol) => [mapInfo(protocol, 0xffff, 0xffff)],
    ends: /more than 262144 tiles/,
  },
  'a map without tiles': {
    chunks: (protocol) => [mapInfo(protocol, 0, 64)],
    ends: /map_info: a map of 0 by 64 tiles/,
  },
  'units before the map': {
    chunks: (protocol) => [onlyKey(protocol, 'unit_info', [0, 7])],
    ends: /a unit before the map/,
  },
  'players without end': {
    chunks: (protocol) => {
      const players = Array.from({ length: 255 }, (_, n) => onlyKey(protocol, 'player_info', [n]));
      return [Buffer.concat(players)];
    },
    ends: /more than 200 players/,
  },
  'votes without end': {
    chunks: (protocol) => flood((n) => rawFrame(protocol, 'vote_new', [1, ...uint32(n)])),
    ends: /more than 1000 votes/,
  },
  'rules without end': {
    chunks: (protocol) => flood((n) => rawFrame(protocol, 'ruleset_effect', [0b10, ...uint32(n)])),
    ends: /more than 5000 effects/,
  },
  'a ruleset without anything in it': {
    chunks: (protocol) => [rawFrame(protocol, 'rulesets_ready')],
    ends: /rulesets_ready: the ruleset has no ruleset_control/,
  },
  'a turn in the middle of the rules': {
    chunks: (protocol) => [rawFrame(protocol, 'ruleset_effect', [0]), rawFrame(protocol, 'begin_turn')],
    ends: /begin_turn: before the ruleset is complete/,
  },
};
