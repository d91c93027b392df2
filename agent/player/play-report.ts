import type { Writable } from 'node:stream';
import { terminalText } from '#shared/core/log.js';
import type { Consumption } from './meter.js';
import type { AssistantMessage, ModelMessage, TokenUsage, ToolMessage } from './models/messages.js';
import type { ModelEvent } from './models/model-provider.js';

/**
 * How a turn of the player ended. played: the model ended it. auto_ended: the player did, at a limit or because the model did
 * did not continue. timed_out: its time ran out. agent_error: there was no model, or none that plays.
 */
type TurnOutcome = 'played' | 'auto_ended' | 'timed_out' | 'agent_error';

/** One turn of a game, as it was played. */
export interface TurnReport {
  readonly turn: number;
  readonly outcome: TurnOutcome;
  /** Why it was not played. */
  readonly reason?: string | undefined;
  /** The own score as the next turn began; undefined where it is not known. */
  readonly score?: number | undefined;
  /** What the model used for it; nothing where an earlier end_turn passed it. */
  readonly consumption: Consumption;
}

/** An answer of the model, with its conversation. */
export interface AnswerEvent {
  readonly message: AssistantMessage;
  readonly usage: TokenUsage;
  /** The whole prompt and the answer, without the system prompt. */
  readonly history: readonly ModelMessage[];
  /** Goes up when a summary replaces the conversation: the history begins anew then. */
  readonly generation: number;
  /** game: in play; chat: to a person. */
  readonly topic: 'game' | 'chat';
}

/** The listeners to what the player does, while it plays. */
export interface PlayListener {
  /** The model has answered. Comes before what it wants is done. */
  onAnswer(event: AnswerEvent): Promise<void>;
  onTurnEnded(report: TurnReport): Promise<void>;
  /** Something that people should know, in one line. */
  onNotice(line: string): void;
}

/** A game, as far as the player played it. */
export interface GameReport {
  readonly turns: readonly TurnReport[];
  readonly total: Consumption;
  readonly stopped: string;
}

/** Why a run says nothing about its model: the first turn that the model was not there for. Undefined for a run that counts. */
export function invalidReason({ turns }: GameReport): string | undefined {
  const missed = turns.find(({ outcome }) => outcome === 'agent_error' || outcome === 'timed_out');
  return missed && `turn ${missed.turn}: ${missed.outcome}, ${missed.reason ?? 'no reason known'}`;
}

/** A turn in one line: `turn 5: played, score 14, 2 calls, 812 new and 3,120 cached tokens read, 96 written, 3.1 s, $0.0042`. */
function turnLine({ turn, outcome, reason, score, consumption }: TurnReport): string {
  const why = reason === undefined ? '' : ` (${reason})`;
  return `turn ${turn}: ${outcome}${why}${scoreText(score)}, ${consumptionText(consumption)}`;
}

function scoreText(score: number | undefined): string {
  return score === undefined ? '' : `, score ${score}`;
}

/** A game in a few lines. */
export function gameLines(report: GameReport): string {
  const { turns, total, stopped } = report;
  const invalid = invalidReason(report);
  const counts = new Map<TurnOutcome, number>();
  for (const { outcome } of turns) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const outcomes = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
  return [
    `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}: ${outcomes.join(', ') || 'none'}${scoreText(turns.findLast(({ score }) => score !== undefined)?.score)}`,
    consumptionText(total),
    `stopped: ${stopped}`,
    invalid === undefined ? 'the run is valid' : `the run is NOT valid: ${invalid}`,
  ].join('\n');
}

function consumptionText({ calls, usage, seconds, costUsd }: Consumption): string {
  if (calls === 0) return 'no call of the model';
  const { input, cached, output } = usage;
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  return (
    `${calls} ${calls === 1 ? 'call' : 'calls'}, ${number(input)} new and ${number(cached)} cached tokens read, ` +
    `${number(output)} written, ${seconds.toFixed(1)} s, ${cost}`
  );
}

function number(amount: number): string {
  return amount.toLocaleString('en');
}

/** More of a result is for the model. */
const MAX_RESULT_CHARS = 160;

/** Shows on a terminal what the model says and calls, as it comes, what came of that, and how turns end. */
export class TerminalListener implements Pick<PlayListener, 'onNotice' | 'onTurnEnded'> {
  readonly #out: Writable;
  #isInLine = false;

  constructor(out: Writable) {
    this.#out = out;
  }

  onModelEvent(event: ModelEvent): void {
    if (event.kind === 'text' && event.text !== '') {
      this.#out.write(terminalText(event.text));
      this.#isInLine = true;
    } else if (event.kind === 'tool_call') {
      const { name, arguments: args } = event.call;
      this.onNotice(`  ${name} ${args === undefined ? '(malformed)' : JSON.stringify(args)}`);
    }
  }

  /** What came of a call, by its first words. */
  onToolResult({ name, text, isError }: ToolMessage): void {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    const shown = line.length > MAX_RESULT_CHARS ? `${line.slice(0, MAX_RESULT_CHARS)} …` : line;
    this.onNotice(`    ${name} → ${isError ? 'refused: ' : ''}${shown}`);
  }

  async onTurnEnded(report: TurnReport): Promise<void> {
    this.onNotice(turnLine(report));
  }

  onNotice(line: string): void {
    this.#out.write(`${this.#isInLine ? '\n' : ''}${terminalText(line)}\n`);
    this.#isInLine = false;
  }
}
