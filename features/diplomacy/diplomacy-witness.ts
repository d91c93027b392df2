import { shownClause } from '../../proxy/actions/diplomacy/clause.js';
import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { diplomacyEntry } from '../../proxy/rules/lookup/players.js';
import { isPact } from '../../proxy/rules/players/diplomacy.js';
import { plainName } from '../../proxy/views/entities/wire-values.js';
import { chatIn } from '../../proxy/world/chat.js';
import { plainText } from '../../proxy/world/messages.js';
import type { Clause } from '../../proxy/world/treaty.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import type { DiplomacyNews } from './diplomacy-entry.js';

type ServerMessage = Pick<PacketFields['chat_msg'], 'message' | 'event'>;

/** Characters of a message that are kept. */
const MAX_TEXT_CHARS = 500;

/** Both have accepted; whether it holds is known once the bracket is over. */
interface AcceptedTreaty {
  readonly counterpart: number;
  readonly clauses: readonly Clause[];
  readonly entry: DiplomacyNews;
  readonly messages: number;
}

/** The states that a pact leads to. */
const statesOf: Readonly<Partial<Record<Clause['type'], readonly string[]>>> = {
  CLAUSE_CEASEFIRE: ['DS_CEASEFIRE'],
  CLAUSE_PEACE: ['DS_ARMISTICE', 'DS_PEACE'],
  CLAUSE_ALLIANCE: ['DS_ALLIANCE'],
};

/** Tells from the packets of one connection of a seat what happens between its player and others. */
export class DiplomacyWitness {
  readonly #world: World;
  readonly #report: (entries: readonly DiplomacyNews[]) => void;
  readonly #proposers = new Map<number, number>();
  #accepted: readonly AcceptedTreaty[] = [];
  /** The other player of the last change of a relation: the message that says who caused it comes behind it. */
  #changedWith: number | undefined;

  constructor(world: World, report: (entries: readonly DiplomacyNews[]) => void) {
    this.#world = world;
    this.#report = report;
  }

  /** Call it with each packet, before it is applied to the world. */
  onPacket(packet: ServerPacket): void {
    const own = this.#world.seat.player;
    // Packets before the first turn describe the game as it is.
    if (own === undefined || this.#world.turn.beganAt.size === 0) return;
    switch (packet.name) {
      case 'diplomacy_init_meeting':
        this.#proposers.set(packet.fields.counterpart, packet.fields.initiatedFrom);
        return;
      case 'diplomacy_accept_treaty':
        this.#onAcceptance(own, packet.fields);
        return;
      case 'player_diplstate':
        this.#onRelation(own, packet.fields);
        return;
      case 'chat_msg':
        this.#onMessage(own, packet.fields);
        return;
      default:
    }
  }

  /** Call it when the world holds all that belongs together. */
  onChange(): void {
    const concluded = this.#accepted.filter((treaty) => this.#holds(treaty));
    this.#accepted = [];
    if (concluded.length > 0) this.#report(concluded.map(({ entry }) => entry));
  }

  #onAcceptance(own: number, fields: PacketFields['diplomacy_accept_treaty']): void {
    const { counterpart, iAccepted, otherAccepted } = fields;
    const clauses = this.#world.treaties.get(counterpart)?.clauses ?? [];
    if (!iAccepted || !otherAccepted || clauses.length === 0) return;
    const entry: DiplomacyNews = {
      kind: 'treaty',
      turn: turnOf(this.#world),
      witness: own,
      players: pairOf(own, counterpart),
      proposedBy: this.#proposers.get(counterpart) ?? null,
      clauses: clauses.map((clause) => {
        const { value = null, ...shown } = shownClause(this.#world, clause);
        return { ...shown, value };
      }),
    };
    const messages = this.#world.messages.count;
    this.#accepted = [...this.#accepted, { counterpart, clauses, entry, messages }];
  }

  /** The server ends the meeting without a message where a pact has become impossible, and with one where a gift is gone. */
  #holds({ counterpart, clauses, messages }: AcceptedTreaty): boolean {
    const { seat, messages: told } = this.#world;
    const relation = diplomacyEntry(this.#world, seat.player ?? -1, counterpart)?.type ?? '';
    const isAgreed = clauses.every(({ type }) => !isPact(type) || statesOf[type]?.includes(relation));
    return isAgreed && !told.after(messages).some(({ text }) => text.includes('Treaty canceled!'));
  }

  /** Each change comes twice, once from either side; the first counts. */
  #onRelation(own: number, now: PacketFields['player_diplstate']): void {
    const other = now.plr1 === own ? now.plr2 : now.plr1;
    if ((now.plr1 !== own && now.plr2 !== own) || other === own) return;
    const [before, back] = [
      diplomacyEntry(this.#world, now.plr1, now.plr2),
      diplomacyEntry(this.#world, now.plr2, now.plr1),
    ];
    if (before === undefined || before.type === now.type || back?.type === now.type) return;
    const wronged = [before, ...(back === undefined ? [] : [back])].filter(
      ({ hasReasonToCancel }) => hasReasonToCancel > 0,
    );
    this.#changedWith = other;
    this.#report([
      {
        kind: 'relation',
        turn: turnOf(this.#world),
        witness: own,
        players: pairOf(own, other),
        was: plainName(before.type, 'DS_'),
        now: plainName(now.type, 'DS_'),
        wronged: wronged.map(({ plr1 }) => plr1).sort((a, b) => a - b),
      },
    ]);
  }

  #onMessage(own: number, message: PacketFields['chat_msg']): void {
    const told = { turn: turnOf(this.#world), witness: own };
    if (message.event === 'E_TREATY_BROKEN') this.#onBreak(own, message.message);
    const chat = chatIn(this.#world, own, message);
    if (chat !== undefined)
      this.#report([{ kind: 'said', ...told, ...chat, text: chat.text.slice(0, MAX_TEXT_CHARS) }]);
    const incident = incidentIn(this.#world, own, message);
    if (incident !== undefined) this.#report([{ kind: 'incident', ...told, ...incident }]);
  }

  /** The player that cancels gets the new state, the other player also learns who cancelled. */
  #onBreak(own: number, text: string): void {
    const other = this.#changedWith;
    if (other === undefined || !/is now/.test(text)) return;
    const name = this.#world.players.get(other)?.name ?? '';
    const by = plainText(text).trim().startsWith(`${name} `) ? other : own;
    this.#changedWith = undefined;
    const turn = turnOf(this.#world);
    this.#report([{ kind: 'cancelled', turn, witness: own, players: pairOf(own, other), by }]);
  }
}

/** Two players, the lower number first. */
function pairOf(one: number, other: number): [number, number] {
  return one < other ? [one, other] : [other, one];
}

/** A diplomatic incident between the seat's player and another one that the message names. */
function incidentIn(
  world: World,
  own: number,
  { message, event }: ServerMessage,
): { players: [number, number]; by: number; text: string } | undefined {
  if (event !== 'E_DIPLOMATIC_INCIDENT') return undefined;
  const text = plainText(message).trim().slice(0, MAX_TEXT_CHARS);
  const other = [...world.players.values()].find(
    ({ playerno, name, nation }) =>
      playerno !== own && namesOf(world, name, nation).some((one) => text.includes(one)),
  );
  if (other === undefined) return undefined;
  const by = /^you\b/i.test(text) ? own : other.playerno;
  return { players: pairOf(own, other.playerno), by, text };
}

function namesOf(world: World, leader: string, nation: number): readonly string[] {
  const { nounPlural, adjective } = world.ruleset.nations.get(nation) ?? {};
  return [leader, ...[nounPlural, adjective].map((name) => displayName(name ?? ''))].filter(
    (name) => name !== '',
  );
}
