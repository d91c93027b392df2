import { seedCommitment } from '#shared/core/seed-commitment.js';
import type { GeneratedRuleset } from '#shared/protocol/generated-ruleset.js';
import type { GameRecord } from './game-record.js';

/** What a generated ruleset is called, in `game_config` and in saves. */
export const GENERATED = 'generated';

/** What a generated ruleset is made from where a game does not say it. */
const DEFAULT_BASE = 'classic';

/** Which generated ruleset a game has. */
export interface RulesetWish {
  readonly base: string;
  readonly seed: number;
}

/** The generated ruleset that a game is to have; undefined for an ordinary one. */
export function rulesetWishOf({ config }: Pick<GameRecord, 'config'>): RulesetWish | undefined {
  const { ruleset, ruleset_base: base = DEFAULT_BASE, seeds } = config;
  return ruleset === GENERATED ? { base, seed: seeds.ruleset ?? 0 } : undefined;
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
