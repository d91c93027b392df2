import type { Presence, TurnMark } from '#shared/protocol/agent-answers.js';
import {
  keptActions,
  keptBlocks,
  type SpectatorAction,
  type SpectatorAgent,
  type SpectatorBlock,
  type SpectatorClock,
} from '#shared/protocol/spectator/agents.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { type AgentNews, changedBy, continued, markCounts, newcomer } from './agent-news.js';

/** How an agent stands at the moment. */
export interface Standing {
  readonly player: number;
  readonly turn: number;
  readonly presence: Presence;
  readonly state: SpectatorClock['state'];
  /** Milliseconds since 1970. */
  readonly endsAt: number | null;
}

/** What spectators are told of agents: keys are there when there is something. */
export type AgentKeys = Pick<SpectatorSnapshot, 'agents' | 'actions' | 'transcript'>;

/** More turns than any save takes a game back by itself. */
const MAX_MARKS = 50;

/** What the agents of a game do, as far as one view may know of it. The game server knows none of this. */
export class AgentBook {
  readonly #agents = new Map<number, SpectatorAgent>();
  /** What was told, as it is kept by who was told. */
  #actions: readonly SpectatorAction[] = [];
  #blocks: readonly SpectatorBlock[] = [];
  readonly #untold = new Set<number>();
  #untoldActions: readonly SpectatorAction[] = [];
  #untoldBlocks: readonly SpectatorBlock[] = [];
  readonly #turns = new Map<number, number>();
  /** By player: how its newest turns ended, in their order. */
  readonly #marks = new Map<number, readonly { readonly turn: number; readonly mark: TurnMark }[]>();
  #lastId = 0;

  /** Goes on where a recording ends, with what was noted meanwhile behind it. */
  restore({ agents, actions, transcript }: Pick<SpectatorView, 'agents' | 'actions' | 'transcript'>): void {
    for (const agent of agents.values()) {
      const now = this.#agents.get(agent.player);
      this.#agents.set(agent.player, now === undefined ? agent : continued(agent, now));
    }
    this.#lastId = Math.max(this.#lastId, ...[...actions, ...transcript].map(({ id }) => id));
    this.#actions = actions;
    this.#blocks = transcript;
    this.#untoldActions = this.#untoldActions.map((action) => ({ ...action, id: this.#nextId() }));
    this.#untoldBlocks = this.#untoldBlocks.map((block) => ({ ...block, id: this.#nextId() }));
  }

  get hasNews(): boolean {
    return this.#untold.size + this.#untoldActions.length + this.#untoldBlocks.length > 0;
  }

  /** What is new since the last call; from now on it counts as told. */
  take(): AgentKeys {
    const agents = [...this.#untold].flatMap((player) => this.#agents.get(player) ?? []);
    const news = keysOf(agents, this.#untoldActions, this.#untoldBlocks);
    this.#actions = keptActions([...this.#actions, ...this.#untoldActions]);
    this.#blocks = keptBlocks([...this.#blocks, ...this.#untoldBlocks]);
    this.#untold.clear();
    this.#untoldActions = [];
    this.#untoldBlocks = [];
    return news;
  }

  /** As much as is kept of all that was told. To be called when everything was. */
  all(): AgentKeys {
    return keysOf([...this.#agents.values()], this.#actions, this.#blocks);
  }

  /** The game goes on in that turn: what was done in later ones is not done any more. To be called before it is told. */
  takeBack(turn: number): void {
    this.take();
    const isAnother = turn <= 1 && Math.max(0, ...this.#turns.values()) > 1;
    if (isAnother) for (const { player, model } of this.#agents.values()) this.#begin(player, model);
    this.#actions = this.#actions.filter((action) => action.turn <= turn);
    this.#blocks = this.#blocks.filter((block) => block.turn <= turn);
  }

  note(news: AgentNews): void {
    if (news.kind === 'transcript') {
      const blocks = news.blocks.map((block) => ({ ...block, id: this.#nextId() }));
      this.#untoldBlocks = keptBlocks([...this.#untoldBlocks, ...blocks]);
      return;
    }
    if (news.kind === 'turn') this.#forgetTurns(news.player, news.turn);
    if (news.kind === 'action') {
      const action = { ...news.action, id: this.#nextId() };
      this.#untoldActions = keptActions([...this.#untoldActions, action]);
    }
    this.#change(news.player, (known) => changedBy(known, news));
    if (news.kind === 'turn')
      this.#marks.set(news.player, [
        ...(this.#marks.get(news.player) ?? []),
        { turn: news.turn, mark: news.mark },
      ]);
  }

  /** Notes how an agent stands. `now` in milliseconds since 1970. */
  look({ player, turn, presence, state, endsAt }: Standing, now: number): void {
    const isNewTurn = turn !== this.#turns.get(player);
    this.#turns.set(player, turn);
    const known = this.#agents.get(player);
    const isSame =
      known?.presence === presence && known.clock.state === state && known.clock.ends_at === endsAt;
    if (isSame && !isNewTurn) return;
    this.#change(player, ({ clock }) => {
      const since = clock.state === state && !isNewTurn ? clock.since : now;
      return { presence, clock: { state, since, ends_at: endsAt } };
    });
  }

  #change(player: number, what: (known: SpectatorAgent) => Partial<SpectatorAgent>): void {
    const known = this.#agents.get(player) ?? newcomer(player);
    this.#agents.set(player, { ...known, ...what(known) });
    this.#untold.add(player);
  }

  /** The turn is played again: what was counted of it and of later ones counts no more. */
  #forgetTurns(player: number, from: number): void {
    const last = this.#agents.get(player)?.last_turn;
    const marks = this.#marks.get(player) ?? (last === undefined ? [] : [last]);
    for (const { mark } of marks.filter(({ turn }) => turn >= from))
      this.#change(player, ({ turns }) => ({ turns: markCounts(turns, { [mark]: -1 }) }));
    this.#marks.set(player, marks.filter(({ turn }) => turn < from).slice(-MAX_MARKS));
  }

  #begin(player: number, model: string | null): void {
    this.#turns.delete(player);
    this.#marks.delete(player);
    this.#agents.set(player, { ...newcomer(player), model });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function keysOf(
  agents: readonly SpectatorAgent[],
  actions: readonly SpectatorAction[],
  transcript: readonly SpectatorBlock[],
): AgentKeys {
  return {
    ...(agents.length > 0 && { agents }),
    ...(actions.length > 0 && { actions }),
    ...(transcript.length > 0 && { transcript }),
  };
}
