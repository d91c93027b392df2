import type { ConversationSummary } from '#shared/protocol/conversation.js';
import type { ConversationObject, ConversationView } from '#shared/protocol/conversation-objects.js';
import type { ModelSeat } from './chat-client.js';

/** What is shown of a conversation. */
export interface FollowedConversation {
  readonly id: string;
  readonly title: string;
  readonly objects: readonly ConversationObject[];
  /** Parts of messages that could not be read. */
  readonly unreadable: number;
}

/** What a follower tells: what there is by now, or why there is nothing. */
export type FollowerNews =
  | {
      readonly kind: 'shown';
      readonly list: readonly ConversationSummary[];
      readonly now: FollowedConversation | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string };

const POLL_MS = 2000;
/** Older objects are dropped: a page shows the end of a conversation. */
const MAX_OBJECTS = 400;

/** Follows a conversation of a model: all there is, then what comes. */
export class ConversationFollower {
  readonly #seat: ModelSeat;
  readonly #onNews: (news: FollowerNews) => void;
  readonly #closing = new AbortController();
  #chosen: string | undefined;
  #mark = 0;
  #shown: FollowedConversation | undefined;

  /** Begins with the conversation that was added to last. */
  constructor(seat: ModelSeat, onNews: (news: FollowerNews) => void) {
    this.#seat = seat;
    this.#onNews = onNews;
    void this.#run();
  }

  /** Follows another conversation from its beginning on. */
  choose(id: string): void {
    this.#chosen = id;
    this.#mark = 0;
    this.#shown = undefined;
  }

  /** Nothing is asked for or told any more. */
  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const news = await this.#poll().catch(() => undefined);
      if (signal.aborted) return;
      if (news !== undefined) this.#onNews(news);
      if (news?.kind === 'refused') return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Undefined when nothing is new. Rejects while the gateway is away. */
  async #poll(): Promise<FollowerNews | undefined> {
    const { agentId, gameId } = this.#seat;
    const query = new URLSearchParams({ game_id: gameId, agent_id: agentId });
    const answer = await this.#get(`/api/conversations?${query}`);
    if (!answer.ok)
      return answer.status < 500 ? { kind: 'refused', reason: await reasonOf(answer) } : undefined;
    const { conversations: list }: { readonly conversations: readonly ConversationSummary[] } =
      await answer.json();
    this.#chosen ??= list[0]?.conversation_id;
    const about = list.find(({ conversation_id: id }) => id === this.#chosen);
    while (about !== undefined && this.#mark < about.messages && (await this.#readOn(about, query)));
    return { kind: 'shown', list, now: this.#shown };
  }

  /** Reads the next part; false when it brings nothing. */
  async #readOn({ conversation_id: id }: ConversationSummary, query: URLSearchParams): Promise<boolean> {
    query.set('since', String(this.#mark));
    const answer = await this.#get(`/api/conversations/${encodeURIComponent(id)}?${query}`);
    if (!answer.ok) return false;
    const view: ConversationView = await answer.json();
    // Another one has been chosen meanwhile.
    if (id !== this.#chosen || view.next <= this.#mark) return false;
    this.#mark = view.next;
    this.#shown = {
      id,
      title: view.conversation_name,
      objects: merged(this.#shown?.objects ?? [], view.conversation_objects).slice(-MAX_OBJECTS),
      unreadable: (this.#shown?.unreadable ?? 0) + view.parsing_errors.length,
    };
    return true;
  }

  #get(path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#seat.token}` };
    return fetch(path, { headers, signal: this.#closing.signal });
  }
}

/** A call that had no result when it was read is replaced by the one with its result. */
function merged(
  before: readonly ConversationObject[],
  more: readonly ConversationObject[],
): readonly ConversationObject[] {
  const answered = new Set(
    more.flatMap((object) => (object.type === 'tracked_operations' ? [object.call_id] : [])),
  );
  const isOpen = (object: ConversationObject): boolean =>
    object.type === 'tracked_operations' &&
    object.operations.every(({ ok }) => ok === null) &&
    answered.has(object.call_id);
  return [...before.filter((object) => !isOpen(object)), ...more];
}

async function reasonOf(answer: Response): Promise<string> {
  const { error }: { readonly error?: string } = await answer.json().catch(() => ({}));
  return error ?? `The gateway answered ${answer.status}`;
}
