import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#shared/core/json.js';
import { type GameScore, gameScoreSchema } from '#shared/protocol/score.js';
import type { ArenaManifest } from '../arena/plan/manifest.js';
import { type MatchPlan, planMatches, seatAgentId } from '../arena/plan/match-plan.js';
import { resultsHash } from '../arena/plan/sha256.js';
import type { MatchResult } from '../arena/play/match-result.js';
import { resultOf } from '../arena/play/match-score.js';
import { differingFields, fieldText } from './differing-fields.js';

/** What of an arena's folder is compared. */
export interface ArenaFolder {
  readonly path: string;
  readonly manifest: ArenaManifest;
  readonly results: readonly MatchResult[];
}

/** The faults of matches.jsonl: each number of a match by the scores of its game, and of the manifest's hashes by the matches. */
export async function resultFaults(folder: ArenaFolder): Promise<readonly string[]> {
  const { manifest, results } = folder;
  const plans = new Map(planMatches(manifest.options).map((plan) => [plan.id, plan]));
  const missing = [...plans.keys()].filter((id) => !results.some(({ match }) => match === id));
  const faults = await Promise.all(
    results.map((result) => matchFaults(folder, plans.get(result.match), result)),
  );
  const hashes = Object.fromEntries(
    results.flatMap(({ match, hash }) => (hash === null ? [] : [[match, hash]])),
  );
  const told = { results: manifest.results, results_hash: manifest.results_hash };
  return [
    ...missing.map((id) => `matches.jsonl: ${id} is missing`),
    ...faults.flat(),
    ...differingFields(told, { results: hashes, results_hash: resultsHash(hashes) }).map(
      (field) => `manifest.json: ${fieldText(field, 'matches.jsonl')}`,
    ),
  ];
}

async function matchFaults(
  { path }: ArenaFolder,
  plan: MatchPlan | undefined,
  result: MatchResult,
): Promise<readonly string[]> {
  const { match } = result;
  if (plan === undefined) return [`matches.jsonl: ${match} is no match of this arena`];
  const file = `scores/${match}.json`;
  const score = gameScoreSchema.safeParse(
    parseJson(await readFile(join(path, file), 'utf8').catch(() => '')),
  );
  if (!score.success) return [`${file}: it cannot be read`];
  return differingFields(result, derivedResult(plan, score.data, result)).map(
    (field) => `matches.jsonl: ${match}: ${fieldText(field, file)}`,
  );
}

/**
 * A result by the scores of its game. What they do not tell is taken as it is told: how the game ended and who won, whether it
 * counts, what models took, what bots were refused, and of a scenario its score.
 */
function derivedResult(plan: MatchPlan, score: GameScore, told: MatchResult): MatchResult {
  const names = score.turns.at(-1)?.players ?? [];
  const winners = told.players.filter(({ isWinner }) => isWinner).map(({ player }) => player);
  const derived = resultOf({
    plan,
    score,
    info: {
      ended: {
        reason: told.ended ?? 'end_turn',
        winners: names.filter(({ player }) => winners.includes(player)).map(({ name }) => name),
        report: [],
      },
      problem: null,
      config: { end_turn: told.turns },
      scenario: null,
      seats: told.players.map(({ player, run }, place) => ({
        agent_id: seatAgentId(plan, place),
        player_id: player,
        run,
      })),
    },
    refused: new Map(
      told.players.flatMap(({ refused }, place) =>
        refused === null ? [] : [[seatAgentId(plan, place), refused]],
      ),
    ),
    models: new Map(),
    fault: undefined,
    stopped: told.status === 'partial' ? (told.reason ?? '') : undefined,
    seconds: told.seconds,
  });
  const { status, reason, ended, scenario, seconds } = told;
  const hash = plan.kind === 'game' ? derived.hash : told.hash;
  return {
    ...derived,
    ...{ status, reason, ended, scenario, seconds, hash },
    players: derived.players.map((one, at) => ({ ...one, standings: withCosts(one, told.players[at]) })),
  };
}

/** The standings with the tokens and costs that are told. */
function withCosts(
  { standings }: MatchResult['players'][number],
  told: MatchResult['players'][number] | undefined,
): MatchResult['players'][number]['standings'] {
  return Object.fromEntries(
    Object.entries(standings).map(([checkpoint, standing]) => {
      const { tokens = null, costUsd = null } = told?.standings[checkpoint] ?? {};
      return [checkpoint, { ...standing, tokens, costUsd }];
    }),
  );
}
