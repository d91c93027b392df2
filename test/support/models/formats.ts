import { anthropicFormat } from './anthropic-format.js';
import { geminiFormat } from './gemini-format.js';
import { openAiChatFormat } from './openai-chat-format.js';
import { openAiResponsesFormat } from './openai-responses-format.js';

/** Each provider of the player with its published format. */
export const formats = [
  ['openai-chat', openAiChatFormat],
  ['openai-responses', openAiResponsesFormat],
  ['anthropic', anthropicFormat],
  ['gemini', geminiFormat],
] as const;
