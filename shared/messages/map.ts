import { z } from 'zod';
import { agentIdSchema } from './envelope.js';

/** Forms in which maps are drawn. */
const mapFormats = ['svg', 'png'] as const;
export type MapFormat = (typeof mapFormats)[number];

/** Query of the map route. */
export const mapQuerySchema = z.object({
  /** Draws what that agent's seat knows; without it the whole game. */
  agent_id: agentIdSchema.optional(),
  /** Pixels of a tile's width; a large map is drawn smaller where it must be. */
  scale: z.coerce.number().int().min(2).max(32).default(12),
});

/** What the gateway asks of the proxy: `known` is the tag of a picture the asker still has. */
export const mapQuestionSchema = mapQuerySchema.extend({
  format: z.enum(mapFormats),
  known: z.string().optional(),
  /** The map as it was so many whole turns ago. */
  delay_turns: z.int().min(0).default(0),
});

/** `body` is the SVG, or the PNG in base64; it is left out when the asker has that picture already. */
export const mapAnswerSchema = z.object({ tag: z.string(), body: z.string().optional() });

export type MapQuestion = z.infer<typeof mapQuestionSchema>;
export type MapAnswer = z.infer<typeof mapAnswerSchema>;
