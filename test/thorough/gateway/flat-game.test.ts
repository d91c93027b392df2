import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Message, RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { flatStateSchema } from '../../support/flat-state-schema.js';
import { startStack } from '../../support/stack.js';

const TURNS = 10;

type FlatState = z.infer<typeof flatStateSchema>;
type Offer = FlatState['legal_actions'][number];

/** Pushes a flat client knows; anything else it takes for the answer to its last request. */
const pushes: ReadonlySet<string> = new Set([
  'turn_start',
  'turn_end',
  'game_ready',
  'game_ended',
  'chat_message',
  'ping',
]);

/** A client of the flat dialect as strict as those in the field: no correlation, every field checked. */
class FlatClient {
  readonly #client: RawAgentSocket;
  readonly #seen: Message[] = [];

  constructor(client: RawAgentSocket) {
    this.#client = client;
  }

  async logIn(token: string): Promise<void> {
    this.#client.send({
      type: 'llm_connect',
      agent_id: this.#client.agentId,
      timestamp: 1,
      data: {
        api_token: token,
        model: 'm',
        game_id: 'flat',
        nation: 'Roman',
        leader_name: 'Caesar [1]',
        game_config: { players: 3, seeds: { game: 3, map: 3 } },
      },
    });
    // The very next frame, whatever it is.
    const answer = await this.#client.next();
    expect(answer, JSON.stringify(answer)).toMatchObject({
      type: 'llm_connect',
      data: { type: 'auth_success', success: true },
    });
    z.looseObject({
      player_id: z.int(),
      session_id: z.string(),
      game_id: z.string(),
      civserver_port: z.int(),
    }).parse(answer.data);
  }

  async pushed(type: string, wanted: (message: Message) => boolean = () => true): Promise<void> {
    if (this.#seen.some((message) => message.type === type && wanted(message))) return;
    for (;;) {
      const message = await this.#client.next();
      expect(pushes).toContain(message.type);
      this.#seen.push(message);
      if (message.type === type && wanted(message)) return;
    }
  }

  async state(): Promise<FlatState> {
    this.#client.send({ type: 'state_query', format: 'llm_optimized', agent_id: this.#client.agentId });
    const answer = await this.#answer('state_update');
    // Of the optimized state, which the same answer of the proxy holds.
    expect(answer).toMatchObject({ strategic_summary: expect.any(Object), threats: expect.any(Array) });
    return flatStateSchema.parse(answer);
  }

  async act(data: Record<string, unknown>): Promise<boolean> {
    this.#client.send({ type: 'action', agent_id: this.#client.agentId, data });
    const answer = await this.#answer('action_result', 'error');
    if (answer.type === 'error') {
      z.looseObject({ code: z.enum(['E130', 'E131', 'E132']), message: z.string() }).parse(answer.data);
      return false;
    }
    return z.looseObject({ success: z.boolean() }).parse(answer).success;
  }

  async ping(echo: string): Promise<void> {
    this.#client.send({ type: 'ping', timestamp: 5, echo });
    expect(await this.#answer('pong')).toMatchObject({ echo });
  }

  async #answer(...types: string[]): Promise<Message> {
    for (;;) {
      const message = await this.#client.next();
      if (!pushes.has(message.type)) {
        expect(types).toContain(message.type);
        return message;
      }
      this.#seen.push(message);
    }
  }
}

const actorSchema = z.looseObject({ x: z.number().optional(), y: z.number().optional(), value: z.unknown() });

/** The action in the words of a flat client. */
function inFlatWords(offer: Offer): Record<string, unknown> {
  const target = actorSchema.partial().parse(offer.target ?? {});
  const place = target.x === undefined ? {} : { dest_x: target.x, dest_y: target.y };
  const unit = offer.unit_id ?? offer.actor_id;
  if (offer.type === 'tech_research') return { type: offer.type, tech_name: target.value };
  if (offer.type === 'city_production') {
    return { type: offer.type, city_id: offer.city_id ?? offer.actor_id, production_type: target.value };
  }
  return { type: offer.type, ...(unit === undefined ? {} : { unit_id: unit }), ...place };
}

/** One action for each actor, cities founded first. */
function choose(offers: readonly Offer[]): Offer[] {
  const rank = (offer: Offer) =>
    ['unit_build_city', 'city_production', 'tech_research'].indexOf(offer.type) >>> 0;
  const chosen = new Map<unknown, Offer>();
  for (const offer of offers.toSorted((a, b) => rank(a) - rank(b))) {
    if (offer.type === 'end_turn') continue;
    const actor = offer.actor_id ?? offer.unit_id ?? offer.city_id ?? offer.type;
    if (!chosen.has(actor)) chosen.set(actor, offer);
  }
  return [...chosen.values()];
}

test('a strict client of the flat dialect plays ten turns unchanged', async () => {
  await using stack = await startStack();
  const port = Number(new URL(stack.gatewayUrl).port);
  await using client = await RawAgentSocket.open(port, 'flat-player');
  const flat = new FlatClient(client);
  await flat.logIn(stack.token);
  await flat.pushed('game_ready');
  const done = new Map<string, number>();
  for (let turn = 1; turn <= TURNS; turn++) {
    await flat.pushed('turn_start', ({ data }) => data?.turn === turn);
    await flat.ping(`turn ${turn}`);
    const state = await flat.state();
    expect(state.turn).toBe(turn);
    expect(state.legal_actions).toContainEqual(expect.objectContaining({ type: 'end_turn' }));
    for (const offer of choose(state.legal_actions)) {
      if (await flat.act(inFlatWords(offer))) done.set(offer.type, (done.get(offer.type) ?? 0) + 1);
    }
    await flat.act({ type: 'end_turn' });
  }
  const last = await flat.state();
  expect(Object.keys(last.cities).length).toBeGreaterThan(0);
  for (const type of ['unit_build_city', 'city_production', 'tech_research']) {
    expect(done.get(type), type).toBeGreaterThan(0);
  }
});
