/**
 * OpenAI Agents plays over MCP with a model of OpenAI: OPENAI_API_KEY, OPENAI_BASE_URL and MODEL choose it.
 * npm install @openai/agents@0.14 zod@4
 */
import { Agent, MCPServerStreamableHttp, run } from '@openai/agents';

const [, , gateway = 'http://127.0.0.1:8003', game = 'openai-agents', turns = '10'] = process.argv;

const freeciv = new MCPServerStreamableHttp({
  name: 'freeciv',
  url: `${gateway}/mcp?agent_id=my-agent&game_id=${game}`,
  requestInit: { headers: { Authorization: `Bearer ${process.env.LLM_API_TOKEN}` } },
});
const agent = new Agent({
  name: 'player',
  model: process.env.MODEL ?? 'gpt-5.1',
  instructions: 'You play a nation of FreeCiv with tools. Its brief says what happened and what is advised.',
  mcpServers: [freeciv],
});
await freeciv.connect();
try {
  const task = `Play ${turns} turns. In each, act as you find best, then call end_turn: it answers the next brief.`;
  const { finalOutput } = await run(agent, task, { maxTurns: 20 * Number(turns) });
  console.log(finalOutput);
} finally {
  await freeciv.close();
}
