import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../../proxy/world/world.js';
import { worldLimits } from '../../../proxy/world/world-limits.js';
import { mutate, Random } from '../../property/freeciv/mutation.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { protocolOf } from '../../recordings/recorded-world.js';
import type { Recording } from '../recorded-world.js';
import { compressedBlock } from './frames.js';

/** Games of each version of the server. */
const RECORDINGS: readonly Recording[] = [
  'classic-6-ai-100-turns',
  'civ2civ3-4-ai-60-turns',
  'civ2civ3-4-ai-40-turns-3.1',
  'civ2civ3-4-ai-40-turns-3.2',
];

/** Frames of the recording that are sent in one piece. */
const GROUP = 24;
/** Damaged copies that come before each frame. */
const COPIES = 3;
const LENGTH_BYTES = 2;
/** Length and type. */
const HEADER_BYTES = 4;

/** How much was tried, and what came of it. */
export interface StreamCounts {
  /** Frames that the splitter handed out, damaged ones and whole ones. */
  frames: number;
  /** Of these: frames that were decoded and applied to a world. */
  applied: number;
  /** Frames that ended in a ProtocolError. */
  refused: number;
  /** Streams that ended in the splitter. */
  streams: number;
  /** The most that any world had of these. */
  mostUnits: number;
  mostCities: number;
}

/**
 * Sends recorded games again, each frame after damaged copies of itself, cut and compressed at random, through splitter, codec and fold, until
 * `frames` of them have come out. Throws for anything but a ProtocolError, and for a world beyond its limits.
 */
export function runMutatedStreams(seed: number, frames: number): StreamCounts {
  const random = new Random(seed);
  const counts: StreamCounts = { frames: 0, applied: 0, refused: 0, streams: 0, mostUnits: 0, mostCities: 0 };
  for (let round = random.below(RECORDINGS.length); counts.frames < frames; round += 1)
    sendGame(RECORDINGS[round % RECORDINGS.length] ?? 'classic-6-ai-100-turns', random, counts, frames);
  return counts;
}

function sendGame(recording: Recording, random: Random, counts: StreamCounts, frames: number): void {
  const recorded = recordedFrames(recording);
  const world = createWorld();
  const stream = new PacketStream(protocolOf(recording), 'server');
  const take = (frame: Buffer) => {
    counts.frames += 1;
    try {
      applyPacket(world, stream.decode(frame));
      counts.applied += 1;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw new Error(frame.toString('hex'), { cause: error });
      counts.refused += 1;
    }
  };
  for (let at = 0; at < recorded.length && counts.frames < frames; at += GROUP) {
    const group = recorded.slice(at, at + GROUP);
    send(damagedGroup(group, random), random, counts, take);
    // What was lost with a stream that ended comes whole: the game goes on as it was.
    for (const frame of group) take(frame);
    commit(world);
    expectWithinLimits(world, counts);
  }
}

const target = Buffer.alloc(20_000);

/** Damaged copies of each frame; most have a length that is right, so that the splitter lets them through. */
function damagedGroup(group: readonly Buffer[], random: Random): Buffer {
  const copies = group.flatMap((frame) =>
    Array.from({ length: COPIES }, () => {
      const lies = random.below(200) === 0;
      const copy = Buffer.from(mutate(frame, target, lies ? 0 : spared(random), random));
      if (!lies && copy.length >= HEADER_BYTES) copy.writeUInt16BE(copy.length, 0);
      return copy;
    }),
  );
  const bytes = Buffer.concat(copies.filter(({ length }) => length > HEADER_BYTES));
  if (random.below(3) > 0) return bytes;
  const block = compressedBlock(bytes);
  return random.below(8) === 0 ? Buffer.from(mutate(block.subarray(0, 16_000), target, 0, random)) : block;
}

function spared(random: Random): number {
  return random.below(4) === 0 ? LENGTH_BYTES : HEADER_BYTES;
}

function send(bytes: Buffer, random: Random, counts: StreamCounts, take: (frame: Buffer) => void): void {
  const splitter = new FrameSplitter();
  const cut = random.below(bytes.length + 1);
  try {
    splitter.push(bytes.subarray(0, cut), take);
    splitter.push(bytes.subarray(cut), take);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    counts.streams += 1;
  }
}

function expectWithinLimits(world: World, counts: StreamCounts): void {
  const { units, cities, tiles, players, map } = world;
  counts.mostUnits = Math.max(counts.mostUnits, units.size);
  counts.mostCities = Math.max(counts.mostCities, cities.size);
  const isWithin =
    units.size <= worldLimits.units.max + 1 &&
    cities.size <= worldLimits.cities.max + 1 &&
    tiles.size <= map.tileCount &&
    players.size <= worldLimits.players.max + 1;
  if (!isWithin) throw new Error(`${units.size} units, ${cities.size} cities, ${players.size} players`);
}
