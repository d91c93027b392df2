import type { PushMessage } from '#shared/protocol/state/messages.js';
import { AgentError } from '../../../../agent/errors.js';
import { AgentSeat, type LoginWishes } from '../../../../agent/seat.js';
import { Relay } from '../../../support/relay.js';
import type { SplitStack } from '../../../support/services/split-stack.js';

type Data = Readonly<Record<string, unknown>>;

/** What became of an action, as the client tells its caller. */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly message: string };

/** A seat of the client whose socket can be cut, and what came to it. */
export class ResumingAgent {
  readonly seat: AgentSeat;
  /** Everything pushed to its session, in the order it came. */
  readonly pushes: PushMessage[] = [];
  readonly sessions = new Set<string>();
  resumes = 0;
  /** Called for each request that is about to be sent. */
  onSent: () => void = () => {};
  readonly #relay: Relay;

  private constructor(relay: Relay, { token }: SplitStack, agentId: string, login: LoginWishes) {
    this.#relay = relay;
    this.seat = new AgentSeat(`ws://127.0.0.1:${relay.port}`, {
      ...{ agentId, token, game: 'cycles', login },
      onMessage: (message) => {
        if (message.seq !== undefined) this.pushes.push(message);
        if (message.type !== 'llm_connect') return;
        this.sessions.add(message.data.session_id);
        if (message.data.resumed === true) this.resumes += 1;
      },
    });
  }

  static async open(stack: SplitStack, agentId: string, login: LoginWishes): Promise<ResumingAgent> {
    return new ResumingAgent(await Relay.to(stack.gateway.port), stack, agentId, login);
  }

  get agentId(): string {
    return this.seat.agentId;
  }

  /** Cuts the socket it has. */
  cut(): void {
    this.#relay.cut();
  }

  async close(): Promise<void> {
    await this.seat.close();
    await this.#relay[Symbol.asyncDispose]();
  }

  /** An action until it has its verdict. */
  async act(action: string, fields: Data): Promise<Verdict> {
    this.onSent();
    try {
      await this.seat.act(action, fields);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      return error.isOutcomeUnknown ? { kind: 'unknown' } : { kind: 'refused', message: error.message };
    }
  }
}
