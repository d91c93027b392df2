import { pushPlaceSchema } from './link.js';
import { llmConnectDataSchema } from './llm-connect.js';

/** `data` of llm_connect on the link: the agent's, without what is the gateway's own business. */
export const linkConnectDataSchema = llmConnectDataSchema
  .omit({
    api_token: true,
    session_id: true,
    last_seq: true,
    game_id: true,
  })
  .extend({
    /** The last push of the seat that this gateway has. */
    heard: pushPlaceSchema.optional(),
  });
