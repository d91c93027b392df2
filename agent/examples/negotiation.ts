/**
 * Two agents in one game negotiate a border in chat messages until one accepts, and keep it as a note. Once they have met,
 * pacts are made with treaty_open, treaty_add_clause and treaty_accept (docs/actions.md).
 */
import { type AgentSeat, connect } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'negotiation'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const game_config = { players: 2, min_agents: 2, seeds: { game: 5, map: 5 } };

async function sit(agentId: string) {
  const seat = await connect(gateway, { agentId, token, game, login: { game_config } }).catch(
    ({ message }: Error) => {
      console.error(message);
      process.exit(1);
    },
  );
  return { agentId, seat, playerId: (await seat.seated()).player_id };
}

/** What the other one says next: an offer or its consent, with a column. One's own words come back after an arrow. */
async function hear(agentId: string, seat: AgentSeat) {
  const isWord = (text: string) => /^(?!->).*(offer|agreed) \d+$/.test(text);
  const { text } = await seat.push('chat_message', (data) => isWord(data.text));
  console.log(agentId, 'hears:', text);
  return { hasAgreed: text.includes('agreed'), column: Number(/\d+$/.exec(text)?.[0]) };
}

/** Has offered the first of the columns. Gives way to the next, and takes what is as good as its own next offer. */
async function negotiate({ agentId, seat }: typeof ann, other: number, columns: readonly number[]) {
  const say = (text: string) => seat.act('diplomacy_message', { target: { id: other }, text });
  const givesWayDown = (columns[0] ?? 0) > (columns[1] ?? 0);
  for (const mine of columns.slice(1)) {
    const { hasAgreed, column } = await hear(agentId, seat);
    if (hasAgreed) return column;
    const isGoodEnough = givesWayDown ? column >= mine : column <= mine;
    await say(isGoodEnough ? `agreed ${column}` : `offer ${mine}`);
    if (isGoodEnough) return column;
  }
  return (await hear(agentId, seat)).column;
}

const [ann, ben] = await Promise.all([sit('ann'), sit('ben')]);
// Both wait for the first turn, which begins when both have their seats.
await Promise.all([ann.seat.offers(), ben.seat.offers()]);
await ann.seat.act('diplomacy_message', { target: { id: ben.playerId }, text: 'offer 50' });
const borders = await Promise.all([
  negotiate(ann, ben.playerId, [50, 46, 42, 38, 34]),
  negotiate(ben, ann.playerId, [26, 30, 34, 38, 42]),
]);
for (const [index, { agentId, seat }] of [ann, ben].entries())
  console.log(
    agentId,
    await seat.notes({ add: [{ text: `The border with the other one is column ${borders[index]}` }] }),
  );
// Neither turn begins before both have ended theirs.
const turns = await Promise.all([ann.seat.endTurn(), ben.seat.endTurn()]);
console.log('turns', turns.map((begun) => begun?.turn).join(' '));
await Promise.all([ann.seat.close(), ben.seat.close()]);
