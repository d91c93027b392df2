import { deflateRawSync } from 'node:zlib';
import type { NativeBlock } from '#shared/protocol/agent-requests.js';
import type { SpectatorBlock } from '#shared/protocol/spectator/agents.js';
import { blockWords } from './block-words.js';

/** A block as it is told; its id comes with the telling. */
export type ShownBlock = Omit<SpectatorBlock, 'id'>;

/** Deflated, what the transcripts of a turn may take for all agents of a game: its recording stays below 60 KB a turn. */
const BYTES_A_TURN = 24 << 10;
/** What a block takes beside its text. */
const BLOCK_BYTES = 20;
/** What tools answer is the state of the game mostly: everybody sees that anyhow. */
const mostChars = { reasoning: 4000, text: 4000, tool_call: 1000, tool_result: 600 } as const;

/** What is shown of the transcripts of one agent: texts, shortened, so much a turn. */
export class ShownBlocks {
  #turn = -1;
  #bytes = 0;

  /** `agents` share what there is. */
  take(
    blocks: readonly NativeBlock[],
    about: { readonly turn: number; readonly player: number },
    agents: number,
  ): readonly ShownBlock[] {
    if (about.turn !== this.#turn) this.#bytes = 0;
    this.#turn = about.turn;
    return blocks.flatMap(blockWords).flatMap(({ kind, name, text }) => {
      const left = Math.floor(BYTES_A_TURN / Math.max(1, agents)) - this.#bytes;
      if (left <= BLOCK_BYTES) return [];
      const fitting = shortened(text, mostChars[kind]);
      const bytes = deflatedBytes(fitting);
      const shown = shortened(fitting, Math.ceil((fitting.length * (left - BLOCK_BYTES)) / bytes));
      const cut = text.length - shown.length;
      this.#bytes += Math.min(bytes + BLOCK_BYTES, left);
      return [{ ...about, kind, text: shown, ...(name !== undefined && { name }), ...(cut > 0 && { cut }) }];
    });
  }
}

function deflatedBytes(text: string): number {
  return deflateRawSync(text).length;
}

/** Never half a character. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
