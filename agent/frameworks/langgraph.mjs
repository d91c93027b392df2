/**
 * LangGraph plays over MCP with a model of OpenAI: OPENAI_API_KEY, OPENAI_BASE_URL and MODEL choose it.
 * npm install langchain@1 @langchain/langgraph@1 @langchain/mcp-adapters@1 @langchain/openai@1.5.8
 */
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

const [, , gateway = 'http://127.0.0.1:8003', game = 'langgraph', turns = '10'] = process.argv;

const mcp = new MultiServerMCPClient({
  mcpServers: {
    freeciv: {
      // The adapter hands a model the text of a result and the object of it: this gateway can leave the object out.
      url: `${gateway}/mcp?agent_id=my-agent&game_id=${game}&results=text`,
      headers: { Authorization: `Bearer ${process.env.LLM_API_TOKEN}` },
    },
  },
});
try {
  const agent = createAgent({
    model: new ChatOpenAI({ model: process.env.MODEL ?? 'gpt-5.1' }),
    tools: await mcp.getTools(),
    systemPrompt:
      'You play a nation of FreeCiv with tools. Its brief says what happened and what is advised.',
  });
  const task = `Play ${turns} turns. In each, act as you find best, then call end_turn: it answers the next brief.`;
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: task }] },
    { recursionLimit: 40 * Number(turns) },
  );
  console.log(messages.at(-1).text);
} finally {
  await mcp.close();
}
