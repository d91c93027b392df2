#!/usr/bin/env node
/** `npm run play -- --model NAME`, and `freeciv-llm-gateway-play` of the installed package: a language model plays a seat of a gateway (docs/playing-with-a-model.md). */
import { httpAddress } from '#shared/core/hosts.js';
import { ok, type Result } from '#shared/core/result.js';
import { CHAT_CAPABILITY } from '#shared/protocol/chat.js';
import { type AgentSeat, connect, WrongToken } from '../client.js';
import { configuredModel } from './configured-model.js';
import { createPlayer, firstRequest, promptOf } from './game-player.js';
import { checkModel } from './model-check.js';
import { agentIdOf, type PlayOptions, readOptions, USAGE } from './options.js';
import { gameLines, invalidReason, TerminalListener } from './play-report.js';

const CODE_INVALID = 1;
const CODE_NOT_PLAYED = 2;

const options = readOptions(process.argv.slice(2));
if (!options.ok) {
  const isHelp = options.failure === USAGE;
  (isHelp ? process.stdout : process.stderr).write(options.failure);
  process.exitCode = isHelp ? 0 : CODE_NOT_PLAYED;
} else process.exitCode = await main(options.value);

/** Plays; the exit code. */
async function main(options: PlayOptions): Promise<number> {
  const configured = await configuredModel(options, process.env);
  if (!configured.ok) return notPlayed(configured.failure);
  const { FREECIV_GATEWAY, LLM_API_TOKEN: token } = process.env;
  if (token === undefined || token === '')
    return notPlayed('LLM_API_TOKEN is not set; npm start prints a token');
  const gateway = (options.gateway ?? FREECIV_GATEWAY ?? 'ws://127.0.0.1:8003').replace(/^http/, 'ws');
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => over.abort(new Error('stopped')));
  const source = { gateway, token };
  const check = await checked({ ...configured.value, source, options }, over.signal);
  if (!check.ok) return notPlayed(check.failure);
  const { lessons } = options;
  const login = { model: options.model, capabilities: [CHAT_CAPABILITY], ...(lessons && { lessons }) };
  const { game } = options;
  try {
    const seat = await connect(gateway, { agentId: agentIdOf(options), token, game, login });
    const plan = { source, seat, ...configured.value, options };
    if (!options['dry-run']) process.stdout.write(`watch at ${httpAddress(gateway)}/#/game/${game}\n`);
    const code = options['dry-run'] ? await dryRun(plan) : await play(plan, over.signal);
    await seat.close();
    return code;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notPlayed(error instanceof WrongToken ? `${gateway}: ${why}. Check LLM_API_TOKEN` : why);
  }
}

/** Whether gateway and model answer: what is wrong with either costs no turn. A dry run asks no model. */
async function checked(plan: Omit<Plan, 'seat'>, signal: AbortSignal): Promise<Result<void, string>> {
  const prompt = await promptOf(plan);
  if (!prompt.ok) return prompt;
  if (plan.options['dry-run']) return ok(undefined);
  const onNotice = (line: string) => process.stderr.write(`${line}\n`);
  return checkModel({ ...plan, request: prompt.value, signal, onNotice });
}

/** What plays, without a listener. */
type Plan = Omit<Parameters<typeof createPlayer>[0], 'listener' | 'clock'> & { readonly seat: AgentSeat };

async function play(plan: Plan, signal: AbortSignal): Promise<number> {
  const listener = new TerminalListener(process.stdout);
  const player = await createPlayer({ ...plan, listener });
  if (!player.ok) return notPlayed(player.failure);
  const report = await player.value.run(signal);
  process.stdout.write(`\n${gameLines(report)}\n`);
  return invalidReason(report) === undefined ? 0 : CODE_INVALID;
}

async function dryRun(plan: Plan): Promise<number> {
  const request = await firstRequest(plan);
  if (!request.ok) return notPlayed(request.failure);
  process.stdout.write(`${JSON.stringify(plan.provider.body(request.value), null, 2)}\n`);
  return 0;
}

function notPlayed(why: string): number {
  process.stderr.write(`${why}\n`);
  return CODE_NOT_PLAYED;
}
