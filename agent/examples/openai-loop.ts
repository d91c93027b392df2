/**
 * A plain loop with any server that speaks OpenAI's chat completions: the model reads the brief and numbered offers of each
 * turn, and answers with numbers. OPENAI_BASE_URL, OPENAI_API_KEY and MODEL choose the server and the model.
 */
import { connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'openai-loop', turns = '3'] = process.argv;
const {
  OPENAI_BASE_URL = 'http://127.0.0.1:11434/v1',
  OPENAI_API_KEY = '-',
  MODEL = 'llama3.1',
} = process.env;
const token = process.env.LLM_API_TOKEN ?? '';
const query = { format: 'brief', as: 'text', legal_actions: 'list', max_legal_actions: 15 } as const;

async function ask(content: string): Promise<string> {
  const system = 'You play FreeCiv. Answer with the numbers of at most five actions, separated by commas.';
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPENAI_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const answer: { choices: { message: { content: string } }[] } = JSON.parse(await response.text());
  return answer.choices[0]?.message.content ?? '';
}

/** One line for the person at the terminal. */
const stop = ({ message }: Error) => {
  console.error(message);
  process.exit(1);
};

// A model that is not there takes no seat and loses no turn.
await ask('Answer 0 if you are there.').catch(({ message }: Error) =>
  stop(new Error(`${MODEL} does not answer at ${OPENAI_BASE_URL}: ${message}`)),
);
const login = { model: MODEL };
const seat = await connect(gateway, { agentId: 'my-agent', token, game, login }).catch(stop);
for (let played = 0; played < Number(turns); played += 1) {
  const state = await seat.state(query);
  const { turn, legal_actions: offers } = state;
  const menu = offers.map(({ label }, index) => `${index}: ${label}`).join('\n');
  const text = await ask(`${'brief' in state ? state.brief : ''}\n\nWhat you can do:\n${menu}`);
  await seat.transcript([{ kind: 'text', text }]);
  const chosen = [...text.matchAll(/\d+/g)].flatMap(([number]) => offers[Number(number)] ?? []).slice(0, 5);
  const { results } = chosen.length === 0 ? { results: [] } : await seat.batch(chosen);
  const outcomes = results.map((result) => ('error' in result ? result.error.message : result.outcome));
  console.log(`turn ${turn}:`, chosen.map(({ label }, index) => `${label}: ${outcomes[index]}`).join('; '));
  await seat.endTurn();
}
await seat.close();
