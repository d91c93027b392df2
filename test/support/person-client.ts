import { z } from 'zod';
import { FreecivConnection } from '../../proxy/freeciv/connection.js';
import type { ClientPacketName, PacketOf } from '../../proxy/freeciv/generated/packets.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { plainText } from '../../proxy/world/messages.js';
import { commit, createWorld, type World } from '../../proxy/world/world.js';

/** What an invitation is made over. */
interface InvitingStack {
  readonly httpUrl: string;
  readonly token: string;
}

const invitationSchema = z.object({ token: z.string(), port: z.int(), invitation_id: z.string() });

/** An invitation to the seat of an agent. */
export async function invite(
  { httpUrl, token }: InvitingStack,
  gameId: string,
  agentId: string,
): Promise<z.infer<typeof invitationSchema>> {
  const answer = await fetch(`${httpUrl}/api/games/${gameId}/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: agentId }),
  });
  return invitationSchema.parse(await answer.json());
}

/** An ordinary client as a person has one: it knows a host, a port, a name and a password, and only what it is told. */
export class PersonClient implements AsyncDisposable {
  readonly world: World;
  readonly #connection: FreecivConnection;
  readonly #ended: AbortController;

  private constructor(world: World, connection: FreecivConnection, ended: AbortController) {
    this.world = world;
    this.#connection = connection;
    this.#ended = ended;
  }

  /** Rejects with the sentence that the client's dialog would show. */
  static async join(
    { port, token: password }: { readonly port: number; readonly token: string },
    version = '3.0.6',
  ): Promise<PersonClient> {
    const ended = new AbortController();
    const world = createWorld('attaching');
    const connection = await FreecivConnection.open({
      ...{ port, password, host: '127.0.0.1', username: 'Person' },
      protocol: Protocol.ofServer(version),
      signal: ended.signal,
      onPacket: (packet) => applyPacket(world, packet),
      onSettled: () => void commit(world),
    });
    return new PersonClient(world, connection, ended);
  }

  /** Settles with the reason when the connection is over. */
  get closed(): Promise<Error> {
    return this.#connection.closed;
  }

  get turn(): number {
    return this.world.turn.phase === 'movement' ? (this.world.game?.turn ?? 0) : 0;
  }

  /** Sends a packet; the server's sentences about it. */
  async send<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<readonly string[]> {
    const { messages } = await this.#connection.request(name, fields);
    return messages.map(({ message }) => plainText(message));
  }

  say(message: string): Promise<readonly string[]> {
    return this.send('chat_msg_req', { message });
  }

  async endTurn(): Promise<void> {
    await this.send('player_phase_done', { turn: this.world.game?.turn ?? 0 });
  }

  /** Founds a city of that name with its first Settlers. */
  async foundCity(name: string): Promise<void> {
    const own = [...this.world.units.values()].filter(({ owner }) => owner === this.world.seat.player);
    const founder = own.find(({ type }) => this.world.ruleset.unitTypes.get(type)?.ruleName === 'Settlers');
    if (founder === undefined) throw new Error('the person has no settlers');
    // As the ordinary client does; the server draws random numbers for it.
    await this.send('city_name_suggestion_req', { unitId: founder.id });
    await this.send('unit_do_action', {
      ...{ actorId: founder.id, targetId: founder.tile, subTgtId: 0, name },
      actionType: 'ACTION_FOUND_CITY',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#connection.closed;
  }
}
