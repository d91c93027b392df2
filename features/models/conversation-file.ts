import { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ConversationAppendData,
  type ConversationFormat,
  conversationAppendDataSchema,
  type KeptMessage,
} from '#shared/protocol/conversation.js';
import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import {
  LinesFile,
  parseLine,
  readableLines,
  textOfLines,
  textsIn,
  writeLines,
} from '../../proxy/games/disk/lines-file.js';

const { format, topic, messages } = conversationAppendDataSchema.shape;
const placed = { turn: z.int(), at: z.string() };

const aboutLineSchema = z.strictObject({ kind: z.literal('about'), ...placed, format, title: z.string() });
const messageLineSchema = z.strictObject({
  kind: z.literal('message'),
  ...placed,
  topic: topic.unwrap(),
  message: messages.element,
});
const lineSchema = z.discriminatedUnion('kind', [aboutLineSchema, messageLineSchema]);

/** A message, or what is known of the conversation from that line on. `at` in ISO 8601. */
type ConversationLine = z.infer<typeof lineSchema>;
type AboutLine = z.infer<typeof aboutLineSchema>;

/** Lines of messages begin so, as they are written here: they can be counted without being parsed. */
const MESSAGE_LINE = '{"kind":"message"';

/** Bytes of one conversation; an agent begins another one then. */
const MAX_CONVERSATION_BYTES = 8 << 20;
/** Characters of the messages of one answer, as the file has them; a single message may be longer. */
const MAX_READ_CHARS = 512 << 10;

/** What of a conversation is held in memory. */
export interface ConversationState {
  readonly format: ConversationFormat;
  readonly title: string;
  readonly count: number;
  readonly turn: number;
  /** When the last message was kept (ISO 8601). */
  readonly at: string;
}

/** The turn and the time at which messages are kept. */
export interface MessageTime {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One conversation in its file: a line for each message in its native form. Only its place is held in memory. */
export class ConversationFile {
  readonly #path: string;
  readonly #file: LinesFile<ConversationLine>;
  #state: ConversationState | undefined;
  #bytes = 0;

  private constructor(path: string, disk: DiskReporter) {
    const lost = 'messages of a conversation of an agent';
    this.#path = path;
    this.#file = new LinesFile({ file: path, what: 'conversations', schema: lineSchema, disk, lost });
  }

  /** Opens the file at that path, which need not be there yet. Rejects when the disk cannot read it now. */
  static async open(path: string, disk: DiskReporter): Promise<ConversationFile> {
    const conversation = new ConversationFile(path, disk);
    const lines = await conversation.#file.read();
    conversation.#note(lines);
    return conversation;
  }

  /** Undefined before the first message. */
  get state(): ConversationState | undefined {
    return this.#state;
  }

  /**
   * Keeps messages and answers how many there are then. Messages before `from` that are there already are left out. E105
   * for another format and for a gap, E106 when the conversation is full, E500 when the disk does not take it.
   */
  append(data: ConversationAppendData, { turn, now }: MessageTime): Result<number> {
    const { count = 0, format: known = data.format } = this.#state ?? {};
    const { from = count } = data;
    if (data.format !== known)
      return fail(failure('E105', `This conversation is of the format ${known}`, { path: 'data.format' }));
    if (from > count) {
      const message = `Messages are missing before these: there are ${count}`;
      return fail(failure('E105', message, { path: 'data.from', details: { messages: count } }));
    }
    const at = new Date(now).toISOString();
    const fresh = data.messages.slice(count - from);
    if (fresh.length === 0) return ok(count);
    const lines: readonly ConversationLine[] = [
      ...this.#newAbout(data, turn, at),
      ...fresh.map((message) => ({ kind: 'message', turn, at, topic: data.topic, message }) as const),
    ];
    if (this.#bytes + Buffer.byteLength(textOfLines(lines)) > MAX_CONVERSATION_BYTES)
      return fail(
        failure('E106', 'The conversation is full: begin another one', {
          path: 'data.conversation_id',
          details: { messages: count, max_bytes: MAX_CONVERSATION_BYTES },
        }),
      );
    if (!this.#file.append(lines))
      return fail(failure('E500', 'The disk does not take the conversation at the moment'));
    this.#note(lines);
    return ok(count + fresh.length);
  }

  /** The messages from one on, as many as an answer takes. Rejects when the disk does not give them now. */
  async read(from: number): Promise<readonly KeptMessage[]> {
    if (from >= (this.#state?.count ?? 0)) return [];
    const texts = textsIn(this.#path, await readKeptFile(this.#path));
    const wanted = texts.filter((text) => text.startsWith(MESSAGE_LINE)).slice(from);
    const found: KeptMessage[] = [];
    let chars = 0;
    for (const [at, text] of wanted.entries()) {
      chars += text.length;
      if (found.length > 0 && chars > MAX_READ_CHARS) break;
      const line = parseLine(messageLineSchema, text);
      if (line === undefined) continue;
      found.push({
        index: from + at,
        turn: line.turn,
        at: line.at,
        topic: line.topic,
        message: line.message,
      });
    }
    return found;
  }

  /** The line about the conversation, where it is new or has another title. */
  #newAbout(data: ConversationAppendData, turn: number, at: string): readonly AboutLine[] {
    const title = data.title ?? this.#state?.title ?? data.conversation_id;
    if (title === this.#state?.title) return [];
    return [{ kind: 'about', turn, at, format: data.format, title }];
  }

  #note(lines: readonly ConversationLine[]): void {
    this.#bytes += Buffer.byteLength(textOfLines(lines));
    for (const line of lines) {
      if (line.kind === 'about') {
        const { format: native, title, turn, at } = line;
        this.#state = { count: 0, turn, at, ...this.#state, format: native, title };
      } else if (this.#state !== undefined)
        this.#state = { ...this.#state, count: this.#state.count + 1, turn: line.turn, at: line.at };
    }
  }
}

/** The messages of the conversation at that path as far as they can be read now, and their format; undefined when there are none. */
export async function readConversation(path: string) {
  const lines = await readableLines({ file: path, schema: lineSchema });
  const about = lines.find((line) => line.kind === 'about');
  if (about === undefined) return undefined;
  const kept = lines.filter((line) => line.kind === 'message');
  return { format: about.format, messages: kept.map(({ kind: _, ...line }, index) => ({ index, ...line })) };
}

/** Copies the lines of a conversation that were written before a turn, unless nothing was said by then. */
export async function forkConversation(from: string, to: string, turn: number): Promise<void> {
  const lines = await readableLines({ file: from, schema: lineSchema });
  const about = lines.find(({ kind }) => kind === 'about');
  const before = lines.filter((line) => line.turn < turn);
  if (about === undefined || !before.some(({ kind }) => kind === 'message')) return;
  // Messages may belong to a turn before the one that the conversation began in.
  await writeLines(to, before.includes(about) ? before : [{ ...about, turn: turn - 1 }, ...before]);
}
