import { fail, ok, type Result } from '#shared/core/result.js';
import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { ScenarioState } from '#shared/protocol/scenario.js';
import type { StateAnswer } from '#shared/protocol/state/state-answer.js';
import { waitingFor } from '../../games/seats/public-players.js';
import { secondsLeft } from '../../views/entities/header.js';
import { type PackedState, packState, tokenCounter } from '../../views/packing/pack-state.js';
import { pickSections, type SectionedState } from '../../views/packing/sections.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { findOffers, offersAnswer } from './offers-answer.js';
import type { StateFormatRow, StateFormats } from './state-formats.js';
import type { StateQuestion, TokenBudget } from './state-question.js';

/** A StateAnswer whose state is cut into sections: any of them may have been left out. */
export type SectionedAnswer = Pick<StateAnswer, 'type' | 'format' | 'tokens' | 'omitted'> & {
  readonly data: SectionedState;
};

/** What answers are made with. */
interface StateMeans {
  readonly formats: StateFormats;
  readonly metrics: ProxyMetrics;
}

/** The data of a state_update. E105: an unknown section or a place off the map; E130: an unknown actor. */
export async function stateAnswer(
  agent: KeptSeat,
  query: StateQueryData,
  { formats, metrics }: StateMeans,
): Promise<Result<SectionedAnswer>> {
  const { seat } = agent;
  const format = formats[query.format];
  const refusal = format.refuse?.(seat.world, query);
  if (refusal !== undefined) return fail(refusal);
  const { max_tokens: tokens } = query;
  const budget = tokens === undefined ? undefined : { tokens, count: await tokenCounter() };
  const text = query.as === 'text' ? format.text : undefined;
  const question = { agent, seat, query, metrics, budget };
  const { version, state } = await consistentState(question, text ?? format.view, format.maxAnswerBytes);
  // A text has its sections already.
  const sections = text !== undefined || format.sectionsAreActions ? undefined : query.sections;
  const packed = packedState({ ...state, ...momentFields(format, agent) }, sections, budget);
  if (!packed.ok) return packed;
  const { state: data, ...counts } = packed.value;
  format.answered?.(agent, version, sections === undefined && counts.omitted?.cities === undefined, query);
  return ok({ type: 'state_response', format: query.format, data, ...counts });
}

/** How often a state is made again because it changed while the server was asked for legal actions. */
const MAX_TRIES = 3;

/** A state and its offers of the same position: numbered offers are valid for its version, and the next delta starts there. */
async function consistentState(
  question: StateQuestion,
  render: StateFormatRow['view'],
  maxBytes: StateFormatRow['maxAnswerBytes'],
): Promise<{ readonly version: number; readonly state: object }> {
  const { seat, metrics } = question;
  for (let tries = 1; ; tries += 1) {
    const { positionVersion: position } = seat.world;
    const isOutdated = () => seat.world.positionVersion !== position && tries < MAX_TRIES;
    // The game server is asked first: what is made at once afterwards need not be made again.
    const offers = await findOffers(question);
    if (isOutdated()) continue;
    const { version, game } = seat.world;
    const header = { version, turn: game?.turn, seconds_left: secondsLeft(seat.world) };
    const rendered = render(question);
    const state = { ...header, ...(rendered instanceof Promise ? await rendered : rendered) };
    if (isOutdated()) continue;
    const { found, shown } = offersAnswer(question, offers, state, maxBytes);
    if (found !== undefined) metrics.instruments.offers.observe(found);
    return { version, state: { ...state, ...shown } };
  }
}

/** The players that the turn waits for, once the seat has ended its own, the scenario, and that the game is sealed, in formats that show them. */
function momentFields(
  { moment }: StateFormatRow,
  { game, seat }: KeptSeat,
): { waiting_for?: readonly WaitingFor[]; scenario?: ScenarioState; sealed?: true } {
  const { world } = seat;
  const awaited = game.pendingPlayers;
  const isWaiting = awaited.length > 0 && !awaited.some(({ playerId }) => playerId === world.seat.player);
  const scenario = moment.includes('scenario') ? game.scenario.stateFor(seat) : undefined;
  return {
    ...(isWaiting && moment.includes('waiting_for') && { waiting_for: waitingFor(awaited, world) }),
    ...(scenario !== undefined && { scenario }),
    ...(game.config.sealed && moment.includes('sealed') && { sealed: true as const }),
  };
}

/** The wanted sections of a state, as much of them as is within the budget. */
function packedState(
  whole: SectionedState,
  sections: readonly string[] | undefined,
  budget: TokenBudget | undefined,
): Result<Pick<PackedState, 'state'> & Partial<PackedState>> {
  const picked = sections === undefined ? ok(whole) : pickSections(whole, sections);
  if (!picked.ok || budget === undefined) return picked.ok ? ok({ state: picked.value }) : picked;
  return ok(packState(picked.value, budget.tokens, budget.count));
}
