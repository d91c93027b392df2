import { setTimeout as pause } from 'node:timers/promises';
import type { GameAgent } from './game-agent.js';

type Data = Readonly<Record<string, unknown>>;

/** What it does of what it is offered: nothing that goes on by itself, so that only its own actions change its things. */
const taste: readonly unknown[] = [
  'unit_build_city',
  'unit_move',
  'unit_fortify',
  'city_production',
  'tech_goal',
  'tech_research',
];
const MAX_ACTIONS_EACH_TURN = 4;
const MAX_WAIT_MS = 4_000;

/** Plays turn after turn until the agent is stopped: a few actions, a look at what they came to, the end of the turn. */
export async function playOn(agent: GameAgent, random: () => number): Promise<void> {
  await agent.ask('notes', { add: [{ text: 'what this agent means to do' }] });
  while (!agent.isStopped) {
    const seen = await agent.state();
    if (seen === undefined) continue;
    await playTurn(agent, seen.offers, random);
    await agent.state();
    await pause(200 + 800 * random());
    await endTurn(agent, seen.state.turn, random);
  }
}

async function playTurn(agent: GameAgent, offers: readonly Data[], random: () => number): Promise<void> {
  const liked = offers.filter(({ type, certain }) => certain === true && taste.includes(type));
  const founding = liked.find(({ type }) => type === 'unit_build_city');
  const others = liked
    .map((offer) => ({ offer, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ offer }) => offer);
  const busy = new Set<unknown>();
  for (const offer of founding === undefined ? others : [founding, ...others]) {
    if (agent.isStopped || busy.size >= MAX_ACTIONS_EACH_TURN) return;
    const actor = offer.unit_id ?? offer.city_id ?? 'nation';
    if (busy.has(actor)) continue;
    busy.add(actor);
    await agent.act({ action_type: offer.type, ...offer });
  }
}

/** Ends the turn once; asks again only where that was refused, and every other time where nobody knows. */
async function endTurn(agent: GameAgent, turn: number, random: () => number): Promise<void> {
  let hasAsked = false;
  for (let wait = 200; !agent.isStopped; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
    if (!hasAsked) hasAsked = (await agent.act({ action_type: 'end_turn' })) || random() < 0.5;
    await pause(wait);
    const seen = await agent.state();
    if (seen !== undefined && seen.state.turn !== turn) return;
  }
}
