import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { httpAddress } from '#shared/core/hosts.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { mcpToolsSchema, type ToolsQuery, toolsAnswerSchema } from '#shared/protocol/tools.js';
import type { AgentSeat } from '../client.js';
import { currentTurn } from './end-turn.js';
import { GatewayReporter } from './gateway-reporter.js';
import { LessonsKeeper } from './lessons-keeper.js';
import { Meter } from './meter.js';
import { ModelCaller } from './model-caller.js';
import { ModelSession } from './model-session.js';
import type { ToolMessage } from './models/messages.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelEvent, ModelProvider, ModelRequest } from './models/model-provider.js';
import { NotesKeeper } from './notes-keeper.js';
import { OfferTurn } from './offer-turn.js';
import { OperatorChannel } from './operator-channel.js';
import { OperatorChat } from './operator-chat.js';
import { limitsOf, type PlayOptions } from './options.js';
import type { PlayListener } from './play-report.js';
import { ModelPlayer } from './player.js';
import type { Price } from './prices.js';
import { systemPrompt } from './system-prompt.js';
import { ToolRunner } from './tool-runner.js';
import { TurnLoop } from './turn-loop.js';

/** A gateway that waits for its proxy answers sooner. */
const TOOLS_TIMEOUT_MS = 30_000;

/** Where a gateway defines the tools. */
interface ToolSource {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly token: string;
}

/** Which model plays which seat, and how. */
export interface GamePlan {
  readonly source: ToolSource;
  readonly seat: AgentSeat;
  readonly provider: ModelProvider;
  readonly price: Price | undefined;
  readonly options: PlayOptions;
  readonly listener: Pick<PlayListener, 'onNotice' | 'onTurnEnded'> & {
    onModelEvent(event: ModelEvent): void;
    onToolResult?(message: ToolMessage): void;
  };
  readonly clock?: Clock;
  /** Waits before a request is sent to the model again. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Makes the player of a seat. A failure says why the gateway does not give the tools. */
export async function createPlayer(plan: GamePlan): Promise<Result<ModelPlayer, string>> {
  const { source, seat, provider, price, options, listener } = plan;
  const { clock = systemClock } = plan;
  const tools = await promptTools(source, provider, options);
  if (!tools.ok) return tools;
  const definitions = await fetchTools(source, 'mcp');
  if (!definitions.ok) return definitions;
  const turnMeter = new Meter(clock, price, limitsOf(options, 'turn'));
  const gameMeter = new Meter(clock, price, limitsOf(options, 'game'));
  const channel = new OperatorChannel();
  const reporter = new GatewayReporter({ seat, provider, channel, next: listener });
  const session = new ModelSession({
    clock,
    caller: callerOf(plan, clock),
    turnMeter,
    gameMeter,
    listener: reporter,
    tools: tools.value,
    system: systemPrompt(options.play, options.style, channel.rule),
    channel,
    maxOutputTokens: options['max-output-tokens'],
    maxContextTokens: options['context-tokens'],
  });
  const { tools: known } = mcpToolsSchema.parse(definitions.value);
  const runner = new ToolRunner(seat, known, channel, (message) => listener.onToolResult?.(message));
  const play =
    options.play === 'tools'
      ? new TurnLoop(session, runner)
      : new OfferTurn(session, seat, options.play === 'schema');
  const player = new ModelPlayer({
    seat,
    session,
    play,
    listener: reporter,
    turnMeter,
    gameMeter,
    notes: new NotesKeeper(seat),
    lessons: options.lessons ? lessonsOf(plan, session) : undefined,
    chat: new OperatorChat(seat, session, runner),
    maxTurns: options.turns,
    maxFailedTurns: options['failed-turns'],
  });
  return ok(player);
}

function callerOf({ provider, options, listener, pause = waitFor }: GamePlan, clock: Clock): ModelCaller {
  return new ModelCaller(provider, {
    clock,
    pause,
    maxAttempts: options.attempts,
    maxSilenceMs: options['silence-seconds'] * 1000,
    onEvent: (event) => listener.onModelEvent(event),
    onRetry: (fault, waitMs) => listener.onNotice(retryLine(fault, waitMs)),
  });
}

function lessonsOf({ source, seat, options, listener }: GamePlan, session: ModelSession): LessonsKeeper {
  const onNotice = (line: string) => listener.onNotice(line);
  return new LessonsKeeper({ source, agentId: seat.agentId, gameId: options.game, session, onNotice });
}

/** What every request of a player begins with. A failure says why the gateway does not give the tools. */
export async function promptOf(
  plan: Pick<GamePlan, 'source' | 'provider' | 'options'>,
): Promise<Result<Pick<ModelRequest, 'system' | 'tools' | 'maxOutputTokens'>, string>> {
  const { source, provider, options } = plan;
  const tools = await promptTools(source, provider, options);
  if (!tools.ok) return tools;
  return ok({
    system: systemPrompt(options.play, options.style),
    tools: tools.value,
    maxOutputTokens: options['max-output-tokens'],
  });
}

/** The first request that a player would send: for `--dry-run`. */
export async function firstRequest(
  plan: Pick<GamePlan, 'source' | 'seat' | 'provider' | 'options'>,
): Promise<Result<ModelRequest, string>> {
  const prompt = await promptOf(plan);
  if (!prompt.ok) return prompt;
  const { brief } = await currentTurn(plan.seat);
  return ok({ ...prompt.value, messages: [{ role: 'user', text: brief }] });
}

/** The tools of the prompt, in the form of the provider; none where the model has to do without. */
async function promptTools(
  { gateway, token }: ToolSource,
  { toolFormat }: ModelProvider,
  options: PlayOptions,
) {
  if (options.play !== 'tools') return ok([]);
  const answer = await fetchTools({ gateway, token }, toolFormat);
  if (!answer.ok) return answer;
  const read = toolsAnswerSchema.safeParse(answer.value);
  return read.success
    ? ok(read.data.tools)
    : fail(`What answers at ${gateway} is no gateway. Check --gateway`);
}

async function fetchTools(
  { gateway, token }: ToolSource,
  format: ToolsQuery['format'],
): Promise<Result<unknown, string>> {
  try {
    const url = new URL(`/api/tools?set=small&format=${format}`, httpAddress(gateway));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TOOLS_TIMEOUT_MS) });
    if (answer.ok) return ok(await answer.json());
    if (answer.status === 401) return fail(`${gateway} does not take the token. Check LLM_API_TOKEN`);
    return fail(`${gateway} answers ${answer.status} to a request for its tools. Check --gateway`);
  } catch {
    return fail(`No gateway answers at ${gateway}. Is npm start running there? Check --gateway`);
  }
}

/** An abort ends the wait without an error: who waits looks at the signal. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

function retryLine({ message }: ModelFault, waitMs: number): string {
  return `the model is not there (${message}); next attempt in ${(waitMs / 1000).toFixed(1)} s`;
}
