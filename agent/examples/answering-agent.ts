/**
 * An agent whose model answers people, and which keeps with the game what it says and takes:
 * `LLM_API_TOKEN=… node dist/agent/examples/answering-agent.js`. Ask it on the page of the game, in *Talk to a model*. A real
 * agent asks its model where this one calls `answerTo`, and keeps the messages of its provider unchanged.
 */
import { connect } from '../client.js';

/** In place of a model: calls the tool brief, as a model does to learn more, and answers. */
function answerTo(question: string, brief: string): string {
  return `You ask: "${question}" What I know: ${brief.split('\n')[0]}`;
}

const [, , gateway = 'ws://127.0.0.1:8003', game = 'answering-agent'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const login = { model: 'echo-1', capabilities: ['chat'] };
const seat = await connect(gateway, { agentId: 'my-answering-agent', token, game, login }).catch(
  ({ message }: Error) => {
    console.error(message);
    process.exit(1);
  },
);
const { turn } = await seat.push('turn_start');
const { request_id, message } = await seat.push('operator_message');

const { ok, text } = await seat.request('tool_call', { name: 'brief', arguments: {} });
const event = { tool_name: 'brief', ok, summary: 'the state of the realm' };
await seat.request('chat_answer', { request_id, kind: 'progress', tool_event: event });
const reply = answerTo(message, text);
await seat.request('chat_answer', { request_id, kind: 'final', text: reply });
console.log('answered', message);

const messages = [
  { role: 'user', content: message },
  { role: 'assistant', content: reply },
];
const talk = { conversation_id: 'talk', format: 'openai-chat', topic: 'chat', messages };
await seat.request('conversation_append', talk);
const took = { calls: 1, input_tokens: text.length >> 2, cached_tokens: 0, output_tokens: reply.length >> 2 };
const { run } = await seat.request('usage_report', {
  turn,
  outcome: 'played',
  provider: 'none',
  model: 'echo-1',
  ...took,
  duration_s: 0,
  cost_usd: 0,
});
console.log('the run is', run.valid ? 'valid' : run.invalid_reason, run.usage);
await seat.close();
