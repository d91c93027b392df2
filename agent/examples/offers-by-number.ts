/** An agent that answers with numbers: it is shown a list of offers and sends back the number of its choice. */
import { connect, InvalidAction } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'offers-by-number'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game }).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
const query = { format: 'llm_optimized', legal_actions: 'numbered', max_legal_actions: 12 } as const;

for (let played = 0; played < 2; played += 1) {
  // Numbers hold for one version of the state, so each choice is made from a new list.
  for (let choices = 0; choices < 3; ) {
    const { turn, version, legal_actions: offers } = await seat.state(query);
    const menu = offers.map(({ action_index, label }) => `${action_index}: ${label}`);
    // A model reads the menu and answers with one of its numbers; here the first one is always chosen.
    const [action_index = 0] = offers.map((offer) => offer.action_index);
    try {
      const { outcome } = await seat.act({ action_index, version });
      choices += 1;
      console.log(`turn ${turn}: ${menu.length} choices, chosen ${menu[0]}: ${outcome}`);
    } catch (error) {
      // Something happened between the list and the choice: the numbers may mean other things now.
      if (!(error instanceof InvalidAction && error.details.path === 'data.version')) throw error;
    }
  }
  await seat.endTurn();
}
await seat.close();
