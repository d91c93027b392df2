import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { StoredSessions } from './persistence/session-records.js';
import type { SessionStore, StoredSessionOwner } from './persistence/session-store.js';
import type { Session } from './session.js';
import type { SessionTable } from './session-table.js';

/** What is needed to continue sessions of other gateways. */
export interface SessionsElsewhereOptions {
  readonly store: SessionStore;
  readonly sessions: SessionTable;
  /** Is called with each session that has come here, before its agent uses it. */
  onTaken(session: Session, stored: StoredSessions): void;
}

/** The sessions that other gateways have, or had: one comes here when its agent does. */
export class SessionsElsewhere {
  readonly #options: SessionsElsewhereOptions;
  readonly #underWay = new Map<string, Promise<Result<Session | undefined>>>();

  constructor(options: SessionsElsewhereOptions) {
    this.#options = options;
  }

  /** E112 while no session may begin, because the store that all gateways share is away; undefined when one may. */
  refusal(): ReturnType<typeof failure> | undefined {
    return this.#options.store.isOpen ? undefined : storeAway();
  }

  /** Whose session that is; undefined when no gateway has one of this id. E112: the store is away. */
  async find(id: string): Promise<Result<StoredSessionOwner | undefined>> {
    const found = await this.#options.store.find(id);
    return found.ok ? found : fail(storeAway());
  }

  /** Makes a session of that agent one of this gateway; undefined when there is none. E112: the store is away. */
  take(id: string, agentId: string): Promise<Result<Session | undefined>> {
    const taking = this.#underWay.get(id) ?? this.#take(id, agentId).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, taking);
    return taking;
  }

  async #take(id: string, agentId: string): Promise<Result<Session | undefined>> {
    const { store, sessions, onTaken } = this.#options;
    const taken = await store.take(id, agentId);
    if (!taken.ok) return fail(storeAway());
    if (taken.value === undefined) return ok(undefined);
    const [session] = sessions.restore(taken.value);
    if (session !== undefined) onTaken(session, taken.value);
    return ok(session);
  }
}

function storeAway() {
  return failure('E112', 'The gateways cannot reach their store at the moment; try again', {
    details: { retry_after: 1 },
  });
}
