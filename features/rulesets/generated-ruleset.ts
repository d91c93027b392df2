import { ok } from '#shared/core/result.js';
import { rulesetWishOf } from '../../proxy/games/disk/generated-ruleset.js';
import type { PrepareRuleset } from '../../proxy/games/lifecycle/game-options.js';
import { prepareRuleset } from './game-ruleset.js';

/** The generated ruleset to start a game's server with, as prepareRuleset gives it; undefined for an ordinary one. */
export const generatedRuleset: PrepareRuleset = async (record, options) => {
  const wish = rulesetWishOf(record);
  return wish === undefined ? ok(undefined) : prepareRuleset(wish, { ...options, environment: process.env });
};
