import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { SpectatorAction, SpectatorAgent, SpectatorBlock } from '#shared/protocol/spectator/agents.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { keptActions, keptBlocks, type SpectatorView } from '#shared/protocol/spectator/view.js';
import { type AgentEvent, addTurnMarks, applyAgentEvent, mergeAgents, newAgent } from './agent-event.js';
import type { AgentStatus } from './agent-status.js';
import { NewestList } from './newest-list.js';

/** The fields of a snapshot or update that are about agents; a field without content is left out. */
export type AgentFields = Pick<SpectatorSnapshot, 'agents' | 'actions' | 'transcript'>;

/** Marks of turns that are remembered; restoring a save takes a game back by fewer turns. */
const MAX_MARKS = 50;

/** What the agents of a game do, think and spend, as far as one view may show it. The game server knows none of this. */
export class AgentActivity {
  readonly #agents = new Map<number, SpectatorAgent>();
  /** What was published, cut in the same way as subscribers cut it. */
  readonly #actions = new NewestList<SpectatorAction>(keptActions);
  readonly #blocks = new NewestList<SpectatorBlock>(keptBlocks);
  readonly #changed = new Set<number>();
  readonly #newActions = new NewestList<SpectatorAction>(keptActions);
  readonly #newBlocks = new NewestList<SpectatorBlock>(keptBlocks);
  readonly #turns = new Map<number, number>();
  /** By player: how its latest turns ended, in order. */
  readonly #marks = new Map<number, readonly { readonly turn: number; readonly mark: TurnMark }[]>();
  #lastId = 0;

  /** Continues a recorded activity. Activity that was recorded here before that follows it. */
  restore({ agents, actions, transcript }: Pick<SpectatorView, 'agents' | 'actions' | 'transcript'>): void {
    for (const agent of agents.values()) {
      const now = this.#agents.get(agent.player);
      this.#agents.set(agent.player, now === undefined ? agent : mergeAgents(agent, now));
    }
    this.#lastId = Math.max(this.#lastId, ...[...actions, ...transcript].map(({ id }) => id));
    this.#actions.replace(actions);
    this.#blocks.replace(transcript);
    this.#newActions.replace(this.#newActions.entries.map((action) => ({ ...action, id: this.#nextId() })));
    this.#newBlocks.replace(this.#newBlocks.entries.map((block) => ({ ...block, id: this.#nextId() })));
  }

  /** True when `drain` would return something. */
  get hasUnpublished(): boolean {
    return this.#changed.size > 0 || !this.#newActions.isEmpty || !this.#newBlocks.isEmpty;
  }

  /** Returns what is new since the last call and counts it as published. */
  drain(): AgentFields {
    const agents = [...this.#changed].flatMap((player) => this.#agents.get(player) ?? []);
    const [actions, blocks] = [this.#newActions.entries, this.#newBlocks.entries];
    this.#actions.add(actions);
    this.#blocks.add(blocks);
    this.#changed.clear();
    this.#newActions.replace([]);
    this.#newBlocks.replace([]);
    return agentFields(agents, actions, blocks);
  }

  /** All that was published and is still kept. Call `drain` before. */
  published(): AgentFields {
    return agentFields([...this.#agents.values()], this.#actions.entries, this.#blocks.entries);
  }

  /** The game was taken back to that turn: activity of later turns is dropped. Call it before the next publication. */
  rewind(turn: number): void {
    this.drain();
    const isAnother = turn <= 1 && Math.max(0, ...this.#turns.values()) > 1;
    if (isAnother) for (const { player, model } of this.#agents.values()) this.#reset(player, model);
    this.#actions.replace(this.#actions.entries.filter((action) => action.turn <= turn));
    this.#blocks.replace(this.#blocks.entries.filter((block) => block.turn <= turn));
  }

  /** Records an event; it is published with the next `drain`. */
  record(event: AgentEvent): void {
    if (event.kind === 'transcript') {
      this.#newBlocks.add(event.blocks.map((block) => ({ ...block, id: this.#nextId() })));
      return;
    }
    if (event.kind === 'turn') this.#uncountTurns(event.player, event.turn);
    if (event.kind === 'action') this.#newActions.add([{ ...event.action, id: this.#nextId() }]);
    this.#change(event.player, (known) => applyAgentEvent(known, event));
    if (event.kind === 'turn')
      this.#marks.set(event.player, [
        ...(this.#marks.get(event.player) ?? []),
        { turn: event.turn, mark: event.mark },
      ]);
  }

  /** Sets the status of an agent. `now` in milliseconds since 1970. */
  updateStatus({ player, turn, presence, playedBy, state, endsAt, plans }: AgentStatus, now: number): void {
    const isNewTurn = turn !== this.#turns.get(player);
    this.#turns.set(player, turn);
    const known = this.#agents.get(player);
    const isSame =
      known?.presence === presence &&
      known.played_by === playedBy &&
      known.clock.state === state &&
      known.clock.ends_at === endsAt;
    const hasNewPlans = (known?.plans ?? []).join('\n') !== plans.join('\n');
    if (isSame && !isNewTurn && !hasNewPlans) return;
    this.#change(player, ({ clock }) => {
      const since = clock.state === state && !isNewTurn ? clock.since : now;
      return {
        presence,
        played_by: playedBy,
        clock: { state, since, ends_at: endsAt },
        ...(hasNewPlans && { plans }),
      };
    });
  }

  #change(player: number, update: (known: SpectatorAgent) => Partial<SpectatorAgent>): void {
    const known = this.#agents.get(player) ?? newAgent(player);
    this.#agents.set(player, { ...known, ...update(known) });
    this.#changed.add(player);
  }

  /** A turn is played again: its mark and those of later turns are taken out of the counts. */
  #uncountTurns(player: number, from: number): void {
    const last = this.#agents.get(player)?.last_turn;
    const marks = this.#marks.get(player) ?? (last === undefined ? [] : [last]);
    for (const { mark } of marks.filter(({ turn }) => turn >= from))
      this.#change(player, ({ turns }) => ({ turns: addTurnMarks(turns, { [mark]: -1 }) }));
    this.#marks.set(player, marks.filter(({ turn }) => turn < from).slice(-MAX_MARKS));
  }

  #reset(player: number, model: string | null): void {
    this.#turns.delete(player);
    this.#marks.delete(player);
    this.#agents.set(player, { ...newAgent(player), model });
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function agentFields(
  agents: readonly SpectatorAgent[],
  actions: readonly SpectatorAction[],
  transcript: readonly SpectatorBlock[],
): AgentFields {
  return {
    ...(agents.length > 0 && { agents }),
    ...(actions.length > 0 && { actions }),
    ...(transcript.length > 0 && { transcript }),
  };
}
