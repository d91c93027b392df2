import { z } from 'zod';
import { basisAt } from './features.js';

const provenanceSchema = z.strictObject({
  trained_at: z.string(),
  /** Games that were played for it, how they were divided, and in how many of all bots play. */
  games: z.strictObject({ fitted: z.int(), calibrated: z.int(), held_out: z.int(), with_bots: z.int() }),
  /** Of the games of AIs alone. */
  seeds: z.strictObject({ first: z.int(), last: z.int() }),
  turns: z.int(),
  versions: z.strictObject({ gateway: z.string(), freeciv_server: z.array(z.string()) }),
  rulesets: z.array(z.string()),
  /** SHA-256 of all games in the order of their seeds. */
  data_sha256: z.string(),
  held_out: z.strictObject({
    brier: z.number(),
    brier_by_share: z.number(),
    brier_by_number: z.number(),
    share_error: z.number(),
    share_error_as_now: z.number(),
  }),
});

/** The weights of the model with where they come from; see docs/who-wins.md. */
export const winnerWeightsSchema = z.strictObject({
  format: z.literal(1),
  features: z.array(z.string()),
  basis: z.array(z.string()),
  /** Feature by feature, a weight for each function of the basis. */
  win: z.array(z.number()),
  share: z.array(z.number()),
  provenance: provenanceSchema,
});

/** The content of `weights.json`. */
export type WinnerWeights = z.infer<typeof winnerWeightsSchema>;

/** One row for each player: its features by the functions of the basis. */
export function designRows(features: readonly (readonly number[])[], progress: number): number[][] {
  const basis = basisAt(progress);
  return features.map((own) => own.flatMap((feature) => basis.map((weight) => feature * weight)));
}

/** The share of each row by a multinomial logistic model (conditional logit): they sum to 1. */
export function softmaxShares(rows: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const utilities = rows.map((row) => row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0));
  const highest = Math.max(...utilities);
  const powers = utilities.map((utility) => Math.exp(utility - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
