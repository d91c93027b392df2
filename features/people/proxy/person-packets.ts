/**
 * What becomes of a packet of a person's client: `play` changes the game and is kept in the journal, `ask` changes nothing,
 * `lobby` is for a game that has not begun, `chat` is a line of text, `drop` is answered here with nothing.
 */
export type PersonPacketKind = 'play' | 'ask' | 'lobby' | 'chat' | 'drop';

/**
 * What a player may do. The same names in all versions, where they have the packet. To suggest a name for a city the server
 * draws random numbers: that changes the game, too.
 */
const PLAY: readonly string[] = [
  'city_buy',
  'city_change',
  'city_change_specialist',
  'city_make_specialist',
  'city_make_worker',
  'city_name_suggestion_req',
  'city_options_req',
  'city_rally_point',
  'city_refresh',
  'city_rename',
  'city_sell',
  'city_worklist',
  'diplomacy_accept_treaty_req',
  'diplomacy_cancel_meeting_req',
  'diplomacy_cancel_pact',
  'diplomacy_create_clause_req',
  'diplomacy_init_meeting_req',
  'diplomacy_remove_clause_req',
  'player_attribute_block',
  'player_attribute_chunk',
  'player_change_government',
  'player_multiplier',
  'player_phase_done',
  'player_place_infra',
  'player_rates',
  'player_research',
  'player_tech_goal',
  'spaceship_launch',
  'spaceship_place',
  'unit_autosettlers',
  'unit_change_activity',
  'unit_do_action',
  'unit_load',
  'unit_orders',
  'unit_server_side_agent_set',
  'unit_sscs_set',
  'unit_type_upgrade',
  'unit_unload',
  'worker_task',
];

/** Questions. */
const ASK: readonly string[] = ['report_req', 'unit_action_query', 'unit_get_actions'];

/**
 * What the proxy does itself (pings, the description of the client, readiness in the lobby), and what needs rights that no
 * player has here: the editor, saves, rulesets, votes, access to the server's machine.
 */
const DROP: readonly string[] = [
  'client_heartbeat',
  'client_info',
  'conn_pong',
  'player_ready',
  'ruleset_select',
  'save_scenario',
  'single_want_hack_req',
  'sync_serial',
  'vote_submit',
  'web_cma_clear',
  'web_cma_set',
];

const kinds: ReadonlyMap<string, PersonPacketKind> = new Map([
  ...PLAY.map((name) => [name, 'play'] as const),
  ...ASK.map((name) => [name, 'ask'] as const),
  ...DROP.map((name) => [name, 'drop'] as const),
  ['nation_select_req', 'lobby'],
  ['chat_msg_req', 'chat'],
]);

/** What becomes of a packet of that name; undefined for one that no client sends in a game: it breaks the protocol. */
export function personPacketKind(name: string): PersonPacketKind | undefined {
  return name.startsWith('edit_') ? 'drop' : kinds.get(name);
}
