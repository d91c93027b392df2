import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { TranscriptData } from '#shared/protocol/agent-requests.js';
import { withoutNumber } from '../../actions/numbered-offers.js';
import type { ActionResult } from '../../actions/perform-action.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import type { World } from '../../world/world.js';
import type { Spectacles } from '../spectacles.js';
import type { DecisionLine } from '../trajectories/decision-line.js';
import type { DecisionLogs } from '../trajectories/decision-logs.js';
import { actionWords } from './action-words.js';
import type { AgentNews } from './agent-news.js';
import { ShownActions } from './shown-actions.js';
import { ShownBlocks } from './shown-blocks.js';
import { outcomeOf, saidOf, tokensOf, verdictOf } from './verdict-words.js';

export interface AgentWatchOptions {
  readonly spectacles: Spectacles;
  readonly logs: DecisionLogs;
  games(): Iterable<Game>;
}

/** Of one seat. */
interface Shown {
  readonly blocks: ShownBlocks;
  readonly actions: ShownActions;
}

type Verdict = (id: string, result: Result<ActionResult>) => void;
type NewsOf = AgentNews extends infer N ? (N extends AgentNews ? Omit<N, 'player'> : never) : never;

/** Sees what goes on between agents and their seats, and tells those who watch and those who learn from it. */
export class AgentWatch {
  readonly #options: AgentWatchOptions;
  readonly #shown = new WeakMap<Seat, Shown>();
  /** The serial of the last result of a turn that was told. */
  readonly #results = new WeakMap<Game, number>();
  /** The turn whose score was kept last. */
  readonly #scored = new WeakMap<Seat, string>();

  constructor(options: AgentWatchOptions) {
    this.#options = options;
  }

  /** An agent has its seat. */
  connected(seat: Seat, model: string | undefined): void {
    if (model === undefined) return;
    this.#tell(seat, { kind: 'model', model });
    this.#keep(seat, { transcript: { turn: turnOf(seat.world), blocks: [], model } });
  }

  /** Keeps what turns have brought to seats whose decisions are kept. To be called now and then. */
  look(game: Game): void {
    this.#tellResults(game);
    for (const seat of game.seats) {
      const { world } = seat;
      const { phase } = world.turn;
      const turn = turnOf(world);
      const moment = `${turn} ${phase === 'game_over'}`;
      const log = this.#options.logs.known(game.id, world.seat.player ?? -1);
      if (log === undefined || this.#scored.get(seat) === moment) continue;
      if (phase !== 'movement' && phase !== 'game_over') continue;
      this.#scored.set(seat, moment);
      log.add(turn, { score: { turn, score: scoreOf(world) } });
    }
  }

  #tellResults(game: Game): void {
    for (const { serial, turn, outcomes } of game.turnResults.after(this.#results.get(game) ?? 0)) {
      this.#results.set(game, serial);
      for (const { agentId, mark } of outcomes) {
        const seat = game.seat(agentId);
        if (seat === undefined) continue;
        this.#tell(seat, { kind: 'turn', turn, mark });
        this.#keep(seat, { turn_mark: { turn, mark } });
      }
    }
  }

  /** A state was shown to an agent; `answer` is the data of its answer. */
  shown(seat: Seat, answer: Readonly<Record<string, unknown>>): void {
    const { format, data } = answer;
    if (typeof format !== 'string' || typeof data !== 'object' || data === null) return;
    this.#keep(seat, { shown: { turn: turnOf(seat.world), format, data: { ...data } } });
  }

  /** An action is about to be done; what is returned is to be called with its verdict. */
  acts(seat: Seat, data: ActionData): Verdict {
    const { world } = seat;
    const named = withoutNumber(world, data);
    const plain = named.ok ? named.value : data;
    const words = actionWords(world, plain);
    const [turn, score, at] = [turnOf(world), scoreOf(world), Date.now()];
    const began = performance.now();
    return (id, result) => {
      const ms = Math.round(performance.now() - began);
      const type = result.ok ? result.value.action_type : (plain.action_type ?? plain.type ?? 'unnamed');
      const outcome = outcomeOf(result);
      const isShown = this.#shownOf(seat).actions.take(turn, this.#agentsWith(seat));
      const { player = -1 } = world.seat;
      const action = { ...{ turn, player, type }, ...words, outcome, ...saidOf(result), ms };
      this.#tell(seat, isShown ? { kind: 'action', action } : { kind: 'verdict', outcome });
      this.#keep(seat, { taken: { turn, at, score, action: data, verdict: verdictOf(id, result, ms) } });
    };
  }

  /** An agent tells of its thoughts about that turn; how many parts of it are shown to who watches. */
  thinks(seat: Seat, { blocks, model, usage }: TranscriptData, turn: number): number {
    if (model !== undefined) this.#tell(seat, { kind: 'model', model });
    const tokens = usage && tokensOf(usage);
    if (tokens !== undefined) this.#tell(seat, { kind: 'tokens', tokens });
    const kept = {
      turn,
      blocks,
      ...(model !== undefined && { model }),
      ...(usage !== undefined && { usage }),
    };
    this.#keep(seat, { transcript: kept });
    const { player } = seat.world.seat;
    if (player === undefined) return 0;
    const words = this.#shownOf(seat).blocks.take(blocks, { turn, player }, this.#agentsWith(seat));
    if (words.length > 0) this.#tell(seat, { kind: 'transcript', blocks: words });
    return words.length;
  }

  #shownOf(seat: Seat): Shown {
    const shown = this.#shown.get(seat) ?? { blocks: new ShownBlocks(), actions: new ShownActions() };
    this.#shown.set(seat, shown);
    return shown;
  }

  #agentsWith(seat: Seat): number {
    return this.#gameOf(seat)?.seats.length ?? 1;
  }

  #tell(seat: Seat, news: NewsOf): void {
    const game = this.#gameOf(seat);
    const { player } = seat.world.seat;
    if (game === undefined || player === undefined) return;
    this.#options.spectacles.hear(game, seat, { ...news, player });
  }

  #keep(seat: Seat, line: DecisionLine): void {
    const game = this.#gameOf(seat);
    const { player } = seat.world.seat;
    if (game === undefined || player === undefined) return;
    const log = this.#options.logs.of({ gameId: game.id, player, agent: seat.agentId });
    log?.add(turnOf(seat.world), line);
  }

  #gameOf(seat: Seat): Game | undefined {
    return [...this.#options.games()].find((game) => game.seat(seat.agentId) === seat);
  }
}

function turnOf({ game }: World): number {
  return game?.turn ?? 0;
}

function scoreOf({ players, seat }: World): number {
  return players.get(seat.player ?? -1)?.score ?? 0;
}
