import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import { interfaceNames } from './model-interface.js';

const tokens = z.int().nonnegative();

/** One call of a model: a line of the meter's file. It holds nothing of the prompt, the answer or the caller's key. */
const meteredCallSchema = z.strictObject({
  time: z.iso.datetime().describe('When the call ended'),
  player: z.string().describe('Whose it was'),
  interface: z.enum(interfaceNames).describe('How the model was asked'),
  model: z.string().describe('The model, as the caller named it'),
  status: z.int().describe('HTTP status of the provider; 502 where it gave none'),
  input_tokens: tokens.describe('Input tokens that were not read from a cache'),
  cached_tokens: tokens.describe('Input tokens that the provider read from its cache'),
  cache_written_tokens: tokens.describe('Of input_tokens, those that it wrote into its cache'),
  output_tokens: tokens.describe('Tokens that the model wrote, reasoning included'),
  ms: tokens.describe('Milliseconds until the answer was whole'),
  usage_source: z
    .enum(['measured', 'unknown'])
    .describe('unknown: the provider told no usage, and the tokens are 0'),
});

/** One call of a model. */
export type MeteredCall = z.infer<typeof meteredCallSchema>;

/** The file of a meter, a line for each call. */
export class CallLog {
  readonly #path: string;
  readonly #queue = new SerialQueue();
  /** The calls that were in the file when it was opened. */
  readonly earlier: readonly MeteredCall[];

  private constructor(path: string, earlier: readonly MeteredCall[]) {
    this.#path = path;
    this.earlier = earlier;
  }

  /** Opens the file, or begins it. Rejects when the disk does not give it. */
  static async open(path: string): Promise<CallLog> {
    await mkdir(dirname(path), { recursive: true });
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return '';
      throw error;
    });
    // What a kill tore off is ended, so that the next line stands alone.
    await appendFile(path, text === '' || text.endsWith('\n') ? '' : '\n');
    return new CallLog(path, callsIn(text));
  }

  /** Rejects when the disk does not take it. */
  add(call: MeteredCall): Promise<void> {
    return this.#queue.run(() => appendFile(this.#path, `${JSON.stringify(call)}\n`));
  }
}

/** The calls in the text of a meter's file. A line that a kill tore is left out. */
export function callsIn(text: string): readonly MeteredCall[] {
  return text.split('\n').flatMap((line) => meteredCallSchema.safeParse(parseJson(line)).data ?? []);
}
