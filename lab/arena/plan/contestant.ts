import { z } from 'zod';
import { fail, ok, type Result } from '#shared/core/result.js';
import { aiSkillLevels } from '#shared/protocol/game-config.js';
import { BOTS } from '../../bots/bots.js';

const aiSkillSchema = z.enum(aiSkillLevels);

/** Who plays in an arena: a bot of ours, the game server's AI of a skill, or a language model by its name in the table of models. */
export type Contestant =
  | { readonly kind: 'bot'; readonly bot: string }
  | { readonly kind: 'ai'; readonly skill: z.infer<typeof aiSkillSchema> }
  | { readonly kind: 'model'; readonly model: string };

/** Parses `builder`, `ai:easy` or `llm:NAME`. */
export function parseContestant(name: string): Result<Contestant, string> {
  const [, prefix, rest = ''] = /^(ai|llm):(.+)$/.exec(name) ?? [];
  if (prefix === 'llm') return ok({ kind: 'model', model: rest });
  if (prefix === undefined && BOTS[name] !== undefined) return ok({ kind: 'bot', bot: name });
  const skill = aiSkillSchema.safeParse(rest);
  if (prefix === 'ai' && skill.success) return ok({ kind: 'ai', skill: skill.data });
  const bots = Object.keys(BOTS).join(', ');
  const skills = aiSkillLevels.map((level) => `ai:${level}`).join(', ');
  return fail(`There is no player ${name}; there are: ${bots}; ${skills}; llm:NAME`);
}

/** A contestant of a plan, whose names have been parsed before. */
export function contestantOf(name: string): Contestant {
  const parsed = parseContestant(name);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}
