import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { agentFolderName } from '#shared/core/disk/agent-folder.js';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import {
  type ConversationAppendData,
  type ConversationPart,
  type ConversationSummary,
  conversationIdSchema,
} from '#shared/protocol/conversation.js';
import type { DiskMonitor, DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { PerSeat } from '../../proxy/games/disk/per-seat.js';
import {
  ConversationFile,
  forkConversation,
  type MessageTime,
  readConversation,
} from './conversation-file.js';

const MAX_CONVERSATIONS = 16;
const SUFFIX = '.jsonl';

/** Whose conversations they are, and where they lie. */
interface Owner {
  readonly folder: string;
  readonly gameId: string;
  readonly agentId: string;
  readonly disk: DiskReporter;
}

/** The conversations of one agent's model in one game: a file for each. */
export class SeatConversations {
  readonly #owner: Owner;
  readonly #files = new Map<string, Promise<ConversationFile>>();

  private constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** Opens those that are on disk. Rejects when the disk cannot read them now. */
  static async open(owner: Owner): Promise<SeatConversations> {
    const conversations = new SeatConversations(owner);
    await Promise.all((await idsIn(owner.folder)).map((id) => conversations.#open(id)));
    return conversations;
  }

  /** All that have messages, the one that was added to last first. */
  async list(): Promise<readonly ConversationSummary[]> {
    const entries = [...this.#files].map(async ([id, file]) => this.#summaryOf(id, await file));
    const all = (await Promise.all(entries)).filter((summary) => summary !== undefined);
    return all.sort((a, b) => b.last_updated.localeCompare(a.last_updated));
  }

  /** Adds messages to a conversation, begun if new; answers their count. E105: a seventeenth one; else as ConversationFile.append. */
  async append(data: ConversationAppendData, time: MessageTime): Promise<Result<number>> {
    const { conversation_id: id } = data;
    if (!this.#files.has(id) && this.#files.size >= MAX_CONVERSATIONS) {
      const details = { conversations: [...this.#files.keys()] };
      const message = `There may be ${MAX_CONVERSATIONS} conversations of an agent in a game`;
      return fail(failure('E105', message, { path: 'data.conversation_id', details }));
    }
    return (await this.#open(id)).append(data, time);
  }

  /** The messages of a conversation from one on; undefined when there is no conversation of that id. */
  async read(id: string, from: number): Promise<ConversationPart | undefined> {
    const file = await this.#files.get(id);
    const about = file === undefined ? undefined : this.#summaryOf(id, file);
    if (file === undefined || about === undefined) return undefined;
    return { about, messages: await file.read(from) };
  }

  #open(id: string): Promise<ConversationFile> {
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    const { folder, disk } = this.#owner;
    const opening = ConversationFile.open(join(folder, `${id}${SUFFIX}`), disk);
    this.#files.set(id, opening);
    opening.catch(() => this.#files.delete(id));
    return opening;
  }

  #summaryOf(id: string, { state }: ConversationFile): ConversationSummary | undefined {
    if (state === undefined || state.count === 0) return undefined;
    const { gameId, agentId } = this.#owner;
    const { title, format, count, turn, at } = state;
    return {
      conversation_id: id,
      title,
      agent_id: agentId,
      game_id: gameId,
      format,
      messages: count,
      turn,
      last_updated: at,
    };
  }
}

/** The conversations of the seats of all games below DATA_DIR. */
export function conversationsOfSeats(dataDir: string, disk: DiskMonitor): PerSeat<SeatConversations> {
  return new PerSeat((gameId, agentId) => {
    const folder = agentFolder(gameFolder(dataDir, gameId).conversations, agentId);
    return SeatConversations.open({ folder, gameId, agentId, disk: disk.reporterFor(gameId) });
  });
}

/** Copies what was said before a turn to the folder of a fork. Rejects when the disk does not give or take it. */
export async function forkConversations(
  from: string,
  to: string,
  agentId: string,
  turn: number,
): Promise<void> {
  for (const id of await idsIn(agentFolder(from, agentId)))
    await forkConversation(
      join(agentFolder(from, agentId), `${id}${SUFFIX}`),
      join(agentFolder(to, agentId), `${id}${SUFFIX}`),
      turn,
    );
}

/** The conversations of an agent in that folder as far as they can be read now, by their ids in order. */
export async function readConversations(folder: string, agentId: string) {
  const ids = (await idsIn(agentFolder(folder, agentId))).toSorted();
  const read = await Promise.all(
    ids.map((id) => readConversation(join(agentFolder(folder, agentId), `${id}${SUFFIX}`))),
  );
  return read.filter((conversation) => conversation !== undefined);
}

async function idsIn(folder: string): Promise<readonly string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
    const ids = names.map((name) => name.slice(0, -SUFFIX.length));
    return ids.filter((id) => conversationIdSchema.safeParse(id).success).slice(0, MAX_CONVERSATIONS);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** The folder of an agent's conversations, below that of its game. */
export function agentFolder(folder: string, agentId: string): string {
  return join(folder, agentFolderName(agentId));
}
