import type { NativeBlock } from '#shared/messages/transcript.js';
import type { SpectatorBlock } from '#shared/spectator/agents.js';
import { blockWords } from './block-words.js';

/** A block as it is told; its id comes with the telling. */
export type ShownBlock = Omit<SpectatorBlock, 'id'>;

/** What the transcripts of a turn may take, for all agents of a game: so a recording of eight stays below 60 KB a turn. */
const BYTES_A_TURN = 40 << 10;
/** What tools answer is the state of the game mostly: everybody sees that anyhow. */
const mostChars = { reasoning: 4000, text: 4000, tool_call: 1000, tool_result: 600 } as const;

/** What is shown of the transcripts of one agent: texts, shortened, so many bytes a turn. */
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
      if (left <= 0) return [];
      // No text has more characters than bytes.
      const shown = shortened(text, Math.min(mostChars[kind], left));
      const cut = text.length - shown.length;
      this.#bytes += Buffer.byteLength(shown) + BLOCK_BYTES;
      return [{ ...about, kind, text: shown, ...(name !== undefined && { name }), ...(cut > 0 && { cut }) }];
    });
  }
}

/** What a block takes beside its text. */
const BLOCK_BYTES = 60;

/** Never half a character. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
