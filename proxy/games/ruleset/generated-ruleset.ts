import { ok, type Result } from '#shared/core/result.js';
import { seedCommitment } from '#shared/core/seed-commitment.js';
import type { GeneratedRuleset } from '#shared/protocol/generated-ruleset.js';
import type { GameRecord } from '../disk/game-record.js';
import {
  GENERATED,
  type PreparedRuleset,
  type PrepareOptions,
  prepareRuleset,
  type RulesetWish,
} from './game-ruleset.js';

/** What a generated ruleset is made from where a game does not say it. */
const DEFAULT_BASE = 'classic';

/** The generated ruleset that a game is to have; undefined for an ordinary one. */
function rulesetWishOf({ config }: Pick<GameRecord, 'config'>): RulesetWish | undefined {
  const { ruleset, ruleset_base: base = DEFAULT_BASE, seeds } = config;
  return ruleset === GENERATED ? { base, seed: seeds.ruleset ?? 0 } : undefined;
}

/** The generated ruleset to start a game's server with, as prepareRuleset gives it; undefined for an ordinary one. */
export async function generatedRuleset(
  record: GameRecord,
  options: Omit<PrepareOptions, 'environment'>,
): Promise<Result<PreparedRuleset | undefined>> {
  const wish = rulesetWishOf(record);
  return wish === undefined ? ok(undefined) : prepareRuleset(wish, { ...options, environment: process.env });
}

/** What everybody may know of a game's generated ruleset; undefined for an ordinary one. The seed is told when the game is over, by a fork never. */
export function toldRuleset(record: GameRecord): GeneratedRuleset | undefined {
  const wish = rulesetWishOf(record);
  if (wish === undefined) return undefined;
  const { rulesetSalt: salt, rulesetHash = null, phase, forkOf } = record;
  const { seed } = wish;
  // The game that a fork is of may go on.
  const isOpen = phase === 'ended' && forkOf === undefined;
  return {
    base: wish.base,
    sha256: rulesetHash,
    commitment: salt === undefined ? null : seedCommitment({ seed, salt }),
    opened: isOpen ? { seed, salt: salt ?? null } : null,
  };
}
