import type { ServerPacket } from '../freeciv/brackets.js';
import { ProtocolError } from '../freeciv/errors.js';
import type { PacketFields } from '../freeciv/generated/packets.js';
import {
  foldCityInfo,
  foldCityShortInfo,
  foldClause,
  foldConnection,
  foldCounters,
  foldDiplomacy,
  foldGranary,
  foldGreeting,
  foldMeeting,
  foldMeetingEnd,
  foldMessage,
  foldNationalities,
  foldPlayer,
  foldTradeRoute,
  foldTreatyAcceptance,
  foldUnitInfo,
  foldUnitShortInfo,
  foldWorkerTask,
} from './entity-folds.js';
import { mapGeometryOf } from './map-geometry.js';
import { foldRuleset, Ruleset, type RulesetPacket } from './ruleset.js';
import { completeRuleset } from './ruleset-check.js';
import { foldTile } from './tile.js';
import { beginTurn, type TurnBegin } from './turn.js';
import { markChanged, turnOf, type World } from './world.js';
import { expectMapSize, pushWithin, worldLimits } from './world-limits.js';

/** Applies one packet to a world; one case for each packet of servers. Changes show with the next commit. */
export function applyPacket(world: World, packet: ServerPacket): void {
  switch (packet.name) {
    case 'tile_info':
      foldTile(world, packet.fields);
      break;
    case 'unit_info':
      foldUnitInfo(world, packet.fields);
      break;
    case 'unit_short_info':
      foldUnitShortInfo(world, packet.fields);
      break;
    case 'unit_remove':
      world.units.delete(packet.fields.unitId, markChanged(world));
      break;
    case 'city_info':
      foldCityInfo(world, packet.fields);
      break;
    case 'city_short_info':
      foldCityShortInfo(world, packet.fields);
      break;
    case 'web_city_info_addition':
      foldGranary(world, packet.fields);
      break;
    case 'city_nationalities':
      foldNationalities(world, packet.fields);
      break;
    case 'worker_task':
      foldWorkerTask(world, packet.fields);
      break;
    case 'traderoute_info':
      foldTradeRoute(world, packet.fields);
      break;
    case 'city_remove':
      world.tradeRoutes.delete(packet.fields.cityId, markChanged(world));
      world.workerTasks.delete(packet.fields.cityId);
      world.nationalities.delete(packet.fields.cityId);
      world.cities.delete(packet.fields.cityId, markChanged(world));
      break;
    case 'player_info':
      foldPlayer(world, packet.fields);
      break;
    case 'player_remove':
      // After the end of a game the server removes its players; the last state keeps them.
      endIfRanked(world);
      if (world.turn.phase !== 'game_over') world.players.delete(packet.fields.playerno, markChanged(world));
      break;
    case 'player_diplstate':
      foldDiplomacy(world, packet.fields);
      break;
    case 'team_name_info':
      world.teams.set(packet.fields.teamId, packet.fields, markChanged(world));
      break;
    case 'research_info':
      world.research.set(packet.fields.id, packet.fields, markChanged(world));
      break;
    case 'unknown_research':
      world.research.delete(packet.fields.id, markChanged(world));
      break;
    case 'spaceship_info':
      world.spaceships.set(packet.fields.playerNum, packet.fields, markChanged(world));
      break;
    case 'diplomacy_init_meeting':
      foldMeeting(world, packet.fields.counterpart);
      break;
    case 'diplomacy_cancel_meeting':
      foldMeetingEnd(world, packet.fields.counterpart);
      break;
    case 'diplomacy_create_clause':
      foldClause(world, packet.fields, 'added');
      break;
    case 'diplomacy_remove_clause':
      foldClause(world, packet.fields, 'removed');
      break;
    case 'diplomacy_accept_treaty':
      foldTreatyAcceptance(world, packet.fields);
      break;
    case 'city_update_counters':
      foldCounters(world, packet.fields);
      break;
    case 'chat_msg':
    case 'early_chat_msg':
      foldMessage(world, packet.fields);
      if (packet.fields.event === 'E_GAME_END') endIfRanked(world);
      break;
    case 'game_info':
      markChanged(world);
      world.game = packet.fields;
      break;
    case 'connect_msg':
      foldGreeting(world, packet.fields.message);
      break;
    case 'timeout_info': {
      const { secondsToPhasedone: seconds } = packet.fields;
      world.secondsToTurnEnd = seconds > 0 ? seconds : undefined;
      break;
    }
    case 'calendar_info':
      markChanged(world);
      world.calendar = packet.fields;
      break;
    case 'scenario_info':
      world.scenario = packet.fields;
      break;
    case 'map_info':
      foldMap(world, packet.fields);
      break;
    case 'set_topology':
      world.map = mapGeometryOf(world.map.xsize, world.map.ysize, packet.fields.topologyId);
      break;
    case 'new_year':
      if (world.game === undefined) return;
      world.game = {
        ...world.game,
        turn: packet.fields.turn,
        year32: packet.fields.year32 ?? packet.fields.year16 ?? 0,
      };
      markChanged(world);
      break;
    case 'begin_turn':
    case 'start_phase':
    case 'end_turn':
      foldTurn(world, packet.name);
      break;
    case 'endgame_report':
      markChanged(world);
      world.finalReport = { categories: packet.fields.categoryName, players: packet.fields.playerNum };
      break;
    case 'endgame_player':
      markChanged(world);
      pushWithin(world.finalRanking, packet.fields, worldLimits.playerSlots);
      break;
    case 'server_join_reply':
      world.seat = { ...world.seat, connectionId: packet.fields.connId };
      break;
    case 'conn_info':
      foldConnection(world, packet.fields);
      break;
    case 'nation_availability':
      world.pickableNations = packet.fields.isPickable;
      break;
    case 'vote_new':
      world.votes.set(packet.fields.voteNo, packet.fields, markChanged(world));
      break;
    case 'vote_remove':
      world.votes.delete(packet.fields.voteNo, markChanged(world));
      break;
    case 'server_setting_const':
      world.settings.define(packet.fields);
      break;
    case 'server_setting_bool':
    case 'server_setting_int':
    case 'server_setting_str':
    case 'server_setting_enum':
    case 'server_setting_bitwise':
      world.settings.set(packet.fields);
      break;
    case 'ruleset_control':
      world.ruleset = new Ruleset();
      foldRules(world, packet);
      break;
    case 'rulesets_ready':
      completeRuleset(world.ruleset);
      world.ruleset = world.sharedRuleset.share(world.ruleset);
      break;
    // Not sent between the ranking and the whole map: at one of these the game is over, also without a message that says so.
    case 'processing_finished':
    case 'server_shutdown':
    case 'conn_ping':
      endIfRanked(world);
      break;
    // Answers to one question, read from its bracket; and what only a graphical client has a use for.
    case 'processing_started':
    case 'authentication_req':
    case 'player_attribute_chunk':
    case 'scenario_description':
    case 'nuke_tile_info':
    case 'server_info':
    case 'city_name_suggestion_info':
    case 'city_sabotage_list':
    case 'unit_combat_info':
    case 'unit_action_answer':
    case 'unit_actions':
    case 'conn_ping_info':
    case 'page_msg':
    case 'page_msg_part':
    case 'end_phase':
    case 'freeze_client':
    case 'thaw_client':
    case 'single_want_hack_reply':
    case 'game_load':
    case 'server_setting_control':
    case 'vote_update':
    case 'vote_resolve':
    case 'edit_startpos':
    case 'edit_startpos_full':
    case 'edit_object_created':
    case 'achievement_info':
    case 'play_music':
    case 'city_rally_point':
    case 'edit_fogofwar_state':
    case 'investigate_finished':
    case 'investigate_started':
    case 'popup_image':
    case 'sync_serial_reply':
    case 'web_player_info_addition':
    case 'web_ruleset_unit_addition':
      break;
    default:
      foldRules(world, packet);
      break;
  }
}

/** The rules come before the game, and stay as they are in it. */
function foldRules(world: World, packet: RulesetPacket): void {
  const { phase } = world.turn;
  if (phase === 'movement' || phase === 'turn_change')
    throw new ProtocolError('unexpected_packet', 'rules during the game', { packet: packet.name });
  foldRuleset(world.ruleset, packet);
}

/**
 * A turn begins or ends. A connection that has no player yet and does not observe is told of turns, but not of scores and cities:
 * its first turn begins with the `start_phase` after it has got one of both.
 */
function foldTurn(world: World, name: 'begin_turn' | 'start_phase' | 'end_turn'): void {
  const { seat, turn, ruleset } = world;
  if (ruleset.packets > 0 && !ruleset.isComplete)
    throw new ProtocolError('unexpected_packet', 'before the ruleset is complete', { packet: name });
  const isAttaching = turn.phase === 'attaching';
  if (isAttaching && seat.player === undefined && !seat.observer) return;
  if (name === 'end_turn') {
    markChanged(world);
    world.turn = { ...turn, phase: 'turn_change' };
  } else if (name === 'begin_turn' || isAttaching) {
    world.turn = beginTurn(turn, turnBegin(world));
  }
}

/** Ends the game once the ranking is complete. After it the server sends the whole map, then a message (`srv_scores`). */
function endIfRanked(world: World): void {
  const { finalRanking, finalReport, turn } = world;
  const isRanked = finalReport.players > 0 && finalRanking.length >= finalReport.players;
  if (!isRanked || turn.phase === 'game_over') return;
  markChanged(world);
  world.turn = { ...turn, phase: 'game_over' };
}

function turnBegin(world: World): TurnBegin {
  return { turn: turnOf(world), version: markChanged(world), messages: world.messages.count };
}

/** The map's size does not change once tiles are known: their numbers would mean other places. */
function foldMap(world: World, sent: PacketFields['map_info']): void {
  const { map, tiles } = world;
  expectMapSize(sent.xsize, sent.ysize);
  if (tiles.size > 0 && (sent.xsize !== map.xsize || sent.ysize !== map.ysize))
    throw new ProtocolError('unexpected_packet', 'a map of another size', { packet: 'map_info' });
  world.map = mapGeometryOf(sent.xsize, sent.ysize, sent.topologyId);
  const { northLatitude: north, southLatitude: south } = sent;
  if (north !== undefined && south !== undefined) world.latitudes = { north, south };
}
