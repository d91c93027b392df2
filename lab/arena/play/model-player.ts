import { CHAT_CAPABILITY } from '#shared/protocol/chat.js';
import type { AgentSeat } from '../../../agent/client.js';
import { type ConfiguredModel, configuredModel } from '../../../agent/player/configured-model.js';
import { createPlayer } from '../../../agent/player/game-player.js';
import type { PlayOptions } from '../../../agent/player/options.js';
import type { GameReport, TurnReport } from '../../../agent/player/play-report.js';
import type { GatewayAccess } from './arena-gateway.js';

/** What a model has used until the end of a turn. */
export interface UsedUntil {
  readonly turn: number;
  /** New input tokens and output tokens. */
  readonly tokens: number;
  /** US dollars; null where no price is known. */
  readonly costUsd: number | null;
}

/** How a model played. */
export interface ModelRun {
  readonly report: GameReport;
  /** By turn, in order. */
  readonly used: readonly UsedUntil[];
}

/** A model and its seat. */
export interface SeatedModel {
  readonly contestant: string;
  readonly seat: AgentSeat;
  /** Of its seat alone. */
  readonly token: string;
  readonly options: PlayOptions;
}

/** What a model logs in with. */
export function modelLogin({ model, lessons }: PlayOptions) {
  return { model, capabilities: [CHAT_CAPABILITY], ...(lessons && { lessons }) };
}

/** Lets a model play until the game is over, it reaches a limit of its own, or the signal aborts. Rejects when there is none. */
export async function playModel(
  { contestant, seat, options }: SeatedModel,
  source: GatewayAccess,
  signal: AbortSignal,
): Promise<ModelRun> {
  const configured = await configuredModel(options, process.env);
  if (!configured.ok) throw new Error(`${contestant}: ${configured.failure}`);
  const { provider, price }: ConfiguredModel = configured.value;
  const used: UsedUntil[] = [];
  const listener = {
    onNotice: () => {},
    onModelEvent: () => {},
    onTurnEnded: async ({ turn, consumption }: TurnReport) => {
      const { usage, costUsd } = consumption;
      const before = used.at(-1) ?? { tokens: 0, costUsd: 0 };
      const isFree = consumption.calls === 0;
      used.push({
        turn,
        tokens: before.tokens + usage.input + usage.output,
        costUsd: sum(before.costUsd, isFree ? 0 : costUsd),
      });
    },
  };
  const player = await createPlayer({ source, seat, provider, price, options, listener });
  if (!player.ok) throw new Error(`${contestant}: ${player.failure}`);
  return { report: await player.value.run(signal), used };
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
