/** Two agents that look for each other, and negotiate a treaty: each gives the other an embassy. */
import { connect, type Seat } from '../client.js';

const [, , gateway = 'ws://127.0.0.1:8003', game = 'two-agents'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const map = { xsize: 16, ysize: 16, generator: 'FAIR' } as const;
const login = { game_config: { players: 2, min_agents: 2, map, seeds: { game: 3, map: 3 } } };
const names = ['ann', 'ben'] as const;
const [ann, ben] = await Promise.all(
  names.map((agentId) => connect(gateway, { agentId, token, game, login })),
);
if (ann === undefined || ben === undefined) throw new Error('there are two seats');
const [annId, benId] = await Promise.all([ann, ben].map(async (seat) => (await seat.seated()).player_id));

/** Sends everybody who can to explore. */
async function explore(seat: Seat): Promise<void> {
  const { offers } = await seat.offers();
  for (const offer of offers.filter(({ type }) => type === 'unit_explore'))
    await seat.act(offer).catch(String);
}

/** Whether the two may talk: then a meeting can be opened. */
async function haveMet(seat: Seat): Promise<boolean> {
  return (await seat.offers()).offers.some(({ type }) => type === 'treaty_open');
}

for (let turn = 1; turn <= 100 && !(await haveMet(ann)); turn += 1) {
  await Promise.all([ann, ben].map(explore));
  await Promise.all([ann, ben].map((seat) => seat.endTurn()));
}
const [toAnn, toBen] = [{ target: { id: annId } }, { target: { id: benId } }];
await ann.act('treaty_open', toBen);
for (const giver of ['me', 'them'])
  await ann.act('treaty_add_clause', { ...toBen, clause: 'embassy', giver });
await ann.act('treaty_accept', toBen);
const [offered] = (await ben.state()).treaties;
console.log('ben is offered', JSON.stringify(offered?.clauses));
const { result } = await ben.act('treaty_accept', toAnn);
console.log('concluded', result.state_change.concluded);
await Promise.all([ann.close(), ben.close()]);
