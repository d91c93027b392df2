import { deflateRawSync } from 'node:zlib';
import type { SpectatorBlock } from '#shared/protocol/spectator/agents.js';
import type { NativeBlock } from '#shared/protocol/transcript.js';
import { blockTexts } from './block-text.js';

/** Actions shown in a turn, for all agents of a game; further ones are only counted. See MAX_BYTES_PER_TURN. */
const MAX_ACTIONS_PER_TURN = 300;

/** Limits how many actions of one agent are shown in a turn. */
export class ActionQuota {
  #turn = -1;
  #count = 0;

  /** True when one more action of that turn is shown. The `agents` of the game share the limit equally. */
  admit(turn: number, agents: number): boolean {
    if (turn !== this.#turn) this.#count = 0;
    this.#turn = turn;
    this.#count += 1;
    return this.#count <= Math.floor(MAX_ACTIONS_PER_TURN / Math.max(1, agents));
  }
}

/** A block to be shown; it gets its id when it is recorded. */
export type PublishedBlock = Omit<SpectatorBlock, 'id'>;

/** Deflated size of the transcripts shown in a turn, for all agents of a game: keeps recordings below 60 KB a turn. */
const MAX_BYTES_PER_TURN = 24 << 10;
/** Deflated size of a block without its text. */
const BLOCK_OVERHEAD_BYTES = 20;
/** Results of tools are mostly the state of the game, which spectators see anyway. */
const maxChars = { reasoning: 4000, text: 4000, tool_call: 1000, tool_result: 600 } as const;

/** Selects and shortens what is shown of one agent's transcript in a turn. */
export class TranscriptQuota {
  #turn = -1;
  #bytes = 0;

  /** The blocks to be shown, as text. The `agents` of the game share the limit equally. */
  admit(
    blocks: readonly NativeBlock[],
    about: { readonly turn: number; readonly player: number },
    agents: number,
  ): readonly PublishedBlock[] {
    if (about.turn !== this.#turn) this.#bytes = 0;
    this.#turn = about.turn;
    return blocks.flatMap(blockTexts).flatMap(({ kind, name, text }) => {
      const left = Math.floor(MAX_BYTES_PER_TURN / Math.max(1, agents)) - this.#bytes;
      if (left <= BLOCK_OVERHEAD_BYTES) return [];
      const fitting = truncate(text, maxChars[kind]);
      const bytes = deflatedBytes(fitting);
      const shown = truncate(fitting, Math.ceil((fitting.length * (left - BLOCK_OVERHEAD_BYTES)) / bytes));
      const cut = text.length - shown.length;
      this.#bytes += Math.min(bytes + BLOCK_OVERHEAD_BYTES, left);
      return [{ ...about, kind, text: shown, name, ...(cut > 0 && { cut }) }];
    });
  }
}

function deflatedBytes(text: string): number {
  return deflateRawSync(text).length;
}

/** Cuts a text to `most` UTF-16 units, never inside a surrogate pair. */
function truncate(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
