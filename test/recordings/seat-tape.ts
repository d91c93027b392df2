import { readFileSync } from 'node:fs';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { ActionData } from '#shared/protocol/actions.js';
import type { OrderNews } from '#shared/protocol/event.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { Result } from '../../shared/core/result.js';

/** One thing that happened at a seat. */
export type TapeEntry =
  | ReceivedFrames
  | SentPacket
  /** What an agent asked for, and the answer. */
  | { readonly kind: 'action'; readonly data: ActionData; readonly id: string }
  | { readonly kind: 'verdict'; readonly result: Result<ActionResult> }
  /** A request for all legal actions, and the answer. */
  | { readonly kind: 'offers_wanted' }
  | { readonly kind: 'offers'; readonly offers: readonly Offer[] }
  /** The world had a new version: what the standing orders of the seat found then. */
  | { readonly kind: 'settled'; readonly news: readonly OrderNews[]; readonly stop: readonly number[] };

/** Frames from the game server, header included, each in hexadecimal digits. */
interface ReceivedFrames {
  readonly kind: 'received';
  readonly frames: string[];
}

/** A packet that the seat sent, its sets written as arrays. */
export interface SentPacket {
  readonly kind: 'sent';
  readonly name: string;
  readonly fields: object;
}

/** All that one seat was told and did in a game on a real server, in order. */
export interface SeatTape {
  /** The integration test that played it: its file without the ending. */
  readonly test: string;
  readonly username: string;
  readonly entries: readonly TapeEntry[];
}

/** The tapes of all tests, written by `npx vitest run --config test/recordings/vitest.config.ts`: JSON, compressed with brotli. */
export const TAPES_FILE = new URL('./actions.json.br', import.meta.url);

let tapes: readonly SeatTape[] | undefined;

/** All recorded seats; read once, for they are large. */
export function readTapes(): readonly SeatTape[] {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  tapes ??= parsedTapes(brotliDecompressSync(readFileSync(TAPES_FILE), { params }));
  return tapes;
}

function parsedTapes(json: Buffer): readonly SeatTape[] {
  return JSON.parse(json.toString());
}

/** For JSON.stringify. */
export function setsAsArrays(_key: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}
