import { z } from 'zod';

/** What is told of the generated ruleset of a game. */
export const generatedRulesetSchema = z.strictObject({
  base: z.string().describe('The ordinary ruleset that it is made from'),
  sha256: z.string().nullable().describe('SHA-256 over the files of the ruleset; null before they are made'),
  commitment: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of the secret seed, a space and the salt, told from the beginning; null where the seed was asked for',
    ),
  opened: z
    .strictObject({
      seed: z.int().describe('The seed'),
      salt: z.string().nullable().describe('The salt; null where there is no commitment'),
    })
    .nullable()
    .describe('The seed, once the game is over; null before that'),
});

/** What is told of the generated ruleset of a game. */
export type GeneratedRuleset = z.infer<typeof generatedRulesetSchema>;
