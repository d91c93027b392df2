import type { ClientPacketName } from '../../freeciv/generated/packets-3.0.js';
import { loadPacketTable } from '../../freeciv/packet-table.js';
import type { Action } from '../action.js';

/** A packet that clients send, and what sends it here. */
export interface ClientPacketUse {
  readonly packet: string;
  readonly actions: readonly string[];
  /** Why no action sends it; undefined when one does. */
  readonly exclusion: string | undefined;
}

const EDITOR = "the map editor's; players have no right to it";
const JOINING = 'joining a game, which llm_connect does';
const PLUMBING = 'keeping the connection, which the proxy does';
const CLIENT = "a graphical client's own memory, which changes nothing in the game";
const OPERATOR = "the operator's rights, which no agent gets";

/** Packets that are no play. One that stands here and is sent by an action all the same fails a test. */
const exclusions: Readonly<Partial<Record<ClientPacketName, string>>> = {
  server_join_req: JOINING,
  authentication_reply: JOINING,
  nation_select_req: JOINING,
  player_ready: JOINING,
  client_info: JOINING,
  conn_pong: PLUMBING,
  client_heartbeat: PLUMBING,
  city_refresh: 'asking for a city again, which the proxy need not: it holds what it was told',
  player_attribute_block: CLIENT,
  player_attribute_chunk: CLIENT,
  unit_sscs_set: CLIENT,
  single_want_hack_req: OPERATOR,
  save_scenario: OPERATOR,
};

/** Every packet that clients of protocol 3.0 may send, in the order of their numbers. */
export function clientPacketUses(actions: Iterable<Action>): ClientPacketUse[] {
  const all = [...actions];
  const reasons = new Map<string, string>(Object.entries(exclusions));
  return loadPacketTable('3.0')
    .packets.filter(({ from }) => from !== 'server')
    .map(({ name }) => ({
      packet: name,
      actions: all.filter(({ sends }) => sends.some((sent) => sent === name)).map((action) => action.name),
      exclusion: reasons.get(name) ?? (name.startsWith('edit_') ? EDITOR : undefined),
    }));
}
