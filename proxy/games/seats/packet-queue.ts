import { SerialQueue } from '#shared/core/serial-queue.js';
import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { Reply } from '../../freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets.js';
import type { WirePacket } from '../../freeciv/wire-stream.js';
import type { Journal } from '../journal/journal.js';
import type { JournalEntry } from '../journal/journal-file.js';
import { proofOf } from '../journal/proof.js';
import type { SeatConnection } from './seat-connection.js';

/** The action of an agent that a packet belongs to. */
export interface ActionLabel {
  readonly id: string;
  readonly type: string;
  /** The turn mark that an end_turn declares, when the turn was not played. */
  readonly declares?: TurnMark | undefined;
}

/** A packet on its way to the game server. */
export interface SentPacket {
  readonly name: string;
  readonly answered: Promise<unknown>;
  readonly action: ActionLabel | undefined;
}

/** The sender of a packet: its seat, connection and action. */
export interface PacketSender {
  readonly agentId: string;
  readonly connection: SeatConnection;
  readonly action: ActionLabel | undefined;
}

type PacketEntry = Extract<JournalEntry, { kind: 'packet' }>;

/** Packets that change nothing in a game, or that a replay must not repeat (chat). */
const UNRECORDED_PACKETS: ReadonlySet<ClientPacketName> = new Set<ClientPacketName>([
  'unit_get_actions',
  'unit_action_query',
  'chat_msg_req',
  'client_heartbeat',
]);

/** Sends the packets of all seats of a game. Those that may change it go one at a time: the journal has the same order. */
export class PacketQueue {
  readonly #journal: Journal;
  readonly #order = new SerialQueue();
  #unanswered: string | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** True while the server processes something that may change the game. */
  get isBusy(): boolean {
    return this.#order.isBusy;
  }

  /** Whether the server was lost while it processed an action other than the end of a turn. A second call says false. */
  lostAction(): boolean {
    const name = this.#unanswered ?? 'player_phase_done';
    this.#unanswered = undefined;
    return name !== 'player_phase_done';
  }

  async send<K extends ClientPacketName>(
    sender: PacketSender,
    name: K,
    fields: PacketOf<K>['fields'],
  ): Promise<Reply> {
    const { connection } = sender;
    if (UNRECORDED_PACKETS.has(name)) return connection.request(name, fields);
    const written = { name, fields: Object.fromEntries(Object.entries(fields)) };
    return await this.#sendRecorded(sender, written, (record) => connection.request(name, fields, record));
  }

  /** Sends a packet of a person's client in the form of its version, and settles as `send` does. */
  async sendWire(sender: PacketSender, packet: WirePacket): Promise<Reply> {
    const written = { ...packet, isWire: true } as const;
    return await this.#sendRecorded(sender, written, (record) =>
      sender.connection.requestWire(packet, record),
    );
  }

  async #sendRecorded(
    { agentId, connection, action }: PacketSender,
    packet: Pick<PacketEntry, 'name' | 'fields' | 'isWire'>,
    request: (record: (reply: Reply) => void) => Promise<Reply>,
  ): Promise<Reply> {
    const record = (reply: Reply): void => {
      this.#unanswered = undefined;
      const { game, turn, version } = connection.world;
      if (game === undefined || turn.phase !== 'movement') return;
      const told = { action, ...packet, proof: proofOf(reply), version };
      this.#journal.append(game.turn, { kind: 'packet', agentId, ...told });
    };
    using _place = await this.#order.enter();
    this.#unanswered ??= packet.name;
    return await request(record);
  }

  /** Runs work that changes the game in another way (console commands), in order with the packets. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#order.run(work);
  }
}
