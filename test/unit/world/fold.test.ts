import { describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { messagesSince } from '../../../proxy/views/entities/message-view.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** A world of its own for each test: folding changes it. Whether the packets made a new version of it. */
function folded(world: World, ...packets: readonly ServerPacket[]): boolean {
  for (const packet of packets) applyPacket(world, packet);
  return commit(world);
}

const NESA = 133;

test('the growth of a city comes in a packet of its own, and stays when the city is told anew', () => {
  const world = worldAtTurn(60);
  const id = NESA;
  const addition = { ...{ id, granarySize: 40, granaryTurns: 7 } };
  const full = { foodSurplus: 0, goldSurplus: 0, scienceSurplus: 0, tradeSurplus: 0, ...addition };
  expect(folded(world, { name: 'web_city_info_addition', fields: full })).toBe(true);
  expect(world.cities.get(id)?.granary).toEqual({ size: 40, turns: 7 });
  folded(world, { name: 'city_info', fields: must(must(world.cities.get(id)).detail) });
  expect(world.cities.get(id)?.granary).toEqual({ size: 40, turns: 7 });
  const size = world.cities.size;
  expect(folded(world, { name: 'web_city_info_addition', fields: { ...full, id: 99_999 } })).toBe(false);
  expect(world.cities.size).toBe(size);
});

describe('seen units', () => {
  const world = worldAtTurn(60);
  const archers = must(must(world.units.get(170)).detail);
  const short = { ...archers, packetUse: 0, infoCityId: NESA, transported: false, transportedBy: 0 };

  test('a unit in the list of a city is no unit on the map', () => {
    expect(folded(world, { name: 'unit_short_info', fields: { ...short, packetUse: 1, tile: 5 } })).toBe(
      false,
    );
    expect(world.units.get(170)).toMatchObject({ tile: archers.tile, detail: archers });
  });

  test('a unit seen from outside has no detail, and its transport when it has one', () => {
    folded(world, { name: 'unit_short_info', fields: { ...short, tile: 5 } });
    expect(world.units.get(170)).toMatchObject({ tile: 5, detail: undefined, transportedBy: undefined });
    folded(world, { name: 'unit_short_info', fields: { ...short, transported: true, transportedBy: 213 } });
    expect(world.units.get(170)?.transportedBy).toBe(213);
  });

  test('a unit that is seen no more is gone', () => {
    folded(world, { name: 'unit_remove', fields: { unitId: 170 } });
    expect(world.units.has(170)).toBe(false);
    expect(world.units.removedSince(world.version - 1)).toEqual([170]);
  });
});

test('a city that is removed takes what was told of it along', () => {
  const world = worldAtTurn(60);
  const route = { city: NESA, index: 0, partner: 143, value: 3, direction: 'RDIR_FROM' as const, goods: 0 };
  const task = { cityId: NESA, tileId: 7, activity: 'ACTIVITY_MINE' as const, tgt: 1, want: 100 };
  folded(world, { name: 'traderoute_info', fields: route }, { name: 'worker_task', fields: task });
  expect(world.tradeRoutes.get(NESA)).toEqual([route]);
  expect(world.workerTasks.get(NESA)?.get(7)).toEqual(task);
  folded(world, { name: 'city_remove', fields: { cityId: NESA } });
  expect([world.cities.has(NESA), world.tradeRoutes.has(NESA), world.workerTasks.has(NESA)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('the trade routes of a city are replaced by their index, and go when the city has fewer', () => {
  const world = worldAtTurn(60);
  const route = (index: number, partner: number) => ({
    ...{ city: NESA, index, partner, value: 3, direction: 'RDIR_FROM' as const, goods: 0 },
  });
  folded(
    world,
    { name: 'traderoute_info', fields: route(0, 143) },
    { name: 'traderoute_info', fields: route(1, 150) },
    { name: 'traderoute_info', fields: route(0, 163) },
  );
  const partners = () => (world.tradeRoutes.get(NESA) ?? []).map(({ index, partner }) => [index, partner]);
  expect(partners().toSorted()).toEqual([
    [0, 163],
    [1, 150],
  ]);
  const city = must(must(world.cities.get(NESA)).detail);
  folded(world, { name: 'city_info', fields: { ...city, traderouteCount: 1 } });
  expect(partners()).toEqual([[0, 163]]);
  folded(world, { name: 'city_info', fields: { ...city, traderouteCount: 0 } });
  expect(world.tradeRoutes.has(NESA)).toBe(false);
});

test('a player that dies is remembered with the turn, and only when its death was seen', () => {
  const world = worldAtTurn(60);
  const [living, unseen] = [must(world.players.get(2)), must(world.players.get(3))];
  folded(world, { name: 'player_info', fields: { ...living, isAlive: false } });
  expect(world.deaths).toEqual(new Map([[2, 60]]));
  folded(world, { name: 'player_info', fields: living });
  expect(world.deaths).toEqual(new Map());
  world.players.delete(3, world.version + 1);
  folded(world, { name: 'player_info', fields: { ...unseen, isAlive: false } });
  expect(world.deaths).toEqual(new Map());
  folded(world, { name: 'player_remove', fields: { playerno: 2 } });
  expect(world.players.has(2)).toBe(false);
});

test('the names and chat of others have nothing unseen, and chat has who says it', () => {
  const world = worldAtTurn(60);
  const bad = 'dis\u200bband \u202eall';
  const good = 'disband all';
  const [player] = world.players.values();
  const city = must(must(world.cities.get(NESA)).detail);
  folded(world, { name: 'player_info', fields: { ...must(player), name: bad } });
  folded(world, { name: 'city_info', fields: { ...city, name: bad } });
  expect(world.players.get(must(player).playerno)?.name).toBe(good);
  expect(world.cities.get(NESA)?.name).toBe(good);
  const connection = {
    used: true,
    established: true,
    observer: false,
    accessLevel: 'ALLOW_BASIC',
  } as const;
  const info = { ...connection, id: 77, playerNum: 2, username: 'ann', addr: '', capability: '' };
  folded(world, { name: 'conn_info', fields: info });
  const nero = must(world.players.get(2)).name;
  const chat = { tile: -1, event: 'E_CHAT_MSG', turn: 60, phase: 0, connId: 77 } as const;
  const says = (message: string, more: { connId?: number; event?: 'E_CITY_LOST' } = {}) =>
    folded(world, { name: 'chat_msg', fields: { ...chat, message, ...more } });
  says(`[c fg="#551166"]<${nero}> ${bad}[/c]`);
  says(`{${nero}} hello`);
  const known = { player_id: 2, nation: expect.stringMatching(/^[A-Z]/) };
  expect(messagesSince(world, 0).slice(-2)).toMatchObject([
    { text: `<${nero}> ${good}`, ...known },
    { text: `{${nero}} hello`, ...known },
  ]);
  // The server says it, or repeats what was said over a connection whose number another has by now.
  says(`<${nero}> hello`, { connId: -1 });
  says('<Somebody> hello');
  says(`<${nero}> lost`, { event: 'E_CITY_LOST' });
  for (const message of messagesSince(world, 0).slice(-3)) expect(message).not.toHaveProperty('player_id');
});

test('teams and research are those that were told last', () => {
  const world = worldAtTurn(60);
  expect(folded(world, { name: 'team_name_info', fields: { teamId: 1, teamName: 'Reds' } })).toBe(true);
  expect(world.teams.get(1)).toEqual({ teamId: 1, teamName: 'Reds' });
  expect(folded(world, { name: 'unknown_research', fields: { id: 2 } })).toBe(true);
  expect(world.research.has(2)).toBe(false);
  expect(world.research.has(0)).toBe(true);
});

describe('treaties', () => {
  const world = worldAtTurn(2);
  const clause = (
    type: 'CLAUSE_GOLD' | 'CLAUSE_PEACE' | 'CLAUSE_ALLIANCE' | 'CLAUSE_SEAMAP',
    giver: number,
    value = 0,
  ) => ({
    ...{ counterpart: 2, giver, type, value },
  });
  const clauses = () =>
    must(world.treaties.get(2)).clauses.map(({ giver, type, value }) => `${giver} ${type} ${value}`);

  test('a treaty begins empty and gets clauses; a sum and a pact replace those before', () => {
    folded(world, { name: 'diplomacy_init_meeting', fields: { counterpart: 2, initiatedFrom: 2 } });
    expect(world.treaties.get(2)).toEqual({
      counterpart: 2,
      clauses: [],
      iAccepted: false,
      otherAccepted: false,
    });
    for (const fields of [
      clause('CLAUSE_GOLD', 0, 10),
      clause('CLAUSE_GOLD', 2, 5),
      clause('CLAUSE_GOLD', 0, 20),
      clause('CLAUSE_PEACE', 0),
      clause('CLAUSE_ALLIANCE', 2),
      clause('CLAUSE_SEAMAP', 0),
    ])
      folded(world, { name: 'diplomacy_create_clause', fields });
    expect(clauses()).toEqual([
      '2 CLAUSE_GOLD 5',
      '0 CLAUSE_GOLD 20',
      '0 CLAUSE_ALLIANCE 0',
      '0 CLAUSE_SEAMAP 0',
    ]);
  });

  test('a treaty is accepted by either side, and by none after it was changed', () => {
    const accepted = { counterpart: 2, iAccepted: true, otherAccepted: true };
    folded(world, { name: 'diplomacy_accept_treaty', fields: accepted });
    expect(world.treaties.get(2)).toMatchObject(accepted);
    folded(world, { name: 'diplomacy_remove_clause', fields: clause('CLAUSE_GOLD', 0, 20) });
    expect(world.treaties.get(2)).toMatchObject({ iAccepted: false, otherAccepted: false });
    expect(clauses()).toEqual(['2 CLAUSE_GOLD 5', '0 CLAUSE_ALLIANCE 0', '0 CLAUSE_SEAMAP 0']);
    folded(world, { name: 'diplomacy_accept_treaty', fields: { ...accepted, iAccepted: false } });
    folded(world, { name: 'diplomacy_create_clause', fields: clause('CLAUSE_GOLD', 0, 30) });
    expect(world.treaties.get(2)).toMatchObject({ iAccepted: false, otherAccepted: false });
  });

  test('a treaty is gone when the meeting ends', () => {
    folded(world, { name: 'diplomacy_cancel_meeting', fields: { counterpart: 2, initiatedFrom: 2 } });
    expect(world.treaties.has(2)).toBe(false);
  });
});

test('the turn has the year of the server, in whichever field it came', () => {
  const world = worldAtTurn(2);
  const year = (fields: object) =>
    ({ name: 'new_year', fields: { fragments: 0, turn: 9, ...fields } }) as const;
  folded(world, year({ year32: -3000 }));
  expect(world.game).toMatchObject({ turn: 9, year32: -3000 });
  folded(world, year({ year16: -2900, turn: 10 }));
  expect(world.game).toMatchObject({ turn: 10, year32: -2900 });
  expect(folded(createWorld(), year({ year32: 1 }))).toBe(false);
});

test('the turn begins with begin_turn, or with the phase when a seat is taken in a running game', () => {
  const phase: ServerPacket = { name: 'start_phase', fields: { phase: 0 } };
  const waiting = createWorld();
  folded(waiting, phase);
  expect(waiting.turn.phase).toBe('before_game');
  folded(waiting, { name: 'begin_turn', fields: {} });
  expect(waiting.turn.phase).toBe('movement');
  folded(waiting, { name: 'end_turn', fields: {} });
  expect(waiting.turn.phase).toBe('turn_change');
  const attaching = createWorld('attaching');
  attaching.seat = { ...attaching.seat, player: 0 };
  folded(attaching, phase);
  expect(attaching.turn.phase).toBe('movement');
});

test('a connection without a place in the running game has no turn, whatever it hears', () => {
  const phase: ServerPacket = { name: 'start_phase', fields: { phase: 0 } };
  const world = createWorld('attaching');
  folded(world, { name: 'end_turn', fields: {} }, phase, { name: 'begin_turn', fields: {} });
  expect(world.turn).toMatchObject({ phase: 'attaching', beganAt: new Map() });
  world.seat = { ...world.seat, observer: true };
  folded(world, phase);
  expect(world.turn.phase).toBe('movement');
});

describe('the end of the game', () => {
  const report = { categoryNum: 1, categoryName: ['Culture'], playerNum: 2 };
  const player = (playerId: number): ServerPacket => ({
    name: 'endgame_player',
    fields: { categoryNum: 1, playerId, score: 5, categoryScore: [5], winner: false },
  });
  const sentence: ServerPacket = {
    name: 'chat_msg',
    fields: { message: 'The game is over...', tile: -1, event: 'E_GAME_END', turn: 2, phase: 0, connId: -1 },
  };
  const ranked = (): World => {
    const world = worldAtTurn(2);
    folded(world, { name: 'endgame_report', fields: report }, player(3), player(1));
    return world;
  };

  test('a game is over when the server says so, after the ranking and the whole map', () => {
    const world = ranked();
    const [tile] = world.tiles.values();
    expect(world.finalReport).toEqual({ categories: ['Culture'], players: 2 });
    expect(world.finalRanking.map(({ playerId }) => playerId)).toEqual([3, 1]);
    expect(world.turn.phase).toBe('movement');
    folded(world, { name: 'tile_info', fields: must(tile) });
    expect(world.turn.phase).toBe('movement');
    folded(world, sentence);
    expect(world.turn.phase).toBe('game_over');
  });

  test('a game is not over by a sentence before all of the ranking is there', () => {
    const world = worldAtTurn(2);
    folded(world, sentence, { name: 'endgame_report', fields: report }, player(3), sentence);
    expect(world.turn.phase).toBe('movement');
  });

  test('the borders stay, as players do, when the server takes the game apart', () => {
    const world = ranked();
    const owned = { ...must(world.tiles.values().next().value), owner: 1 };
    folded(world, { name: 'tile_info', fields: owned }, sentence);
    folded(world, { name: 'tile_info', fields: { ...owned, owner: -1 } });
    expect(world.tiles.get(owned.tile)).toBe(owned);
  });

  test.each<ServerPacket>([
    { name: 'conn_ping', fields: {} },
    { name: 'processing_finished', fields: {} },
    { name: 'server_shutdown', fields: {} },
    { name: 'player_remove', fields: { playerno: 1 } },
  ])('a game that is ranked is over without that sentence when the server goes on: $name', (packet) => {
    const world = ranked();
    const players = world.players.size;
    expect(folded(world, packet)).toBe(true);
    expect(world.turn.phase).toBe('game_over');
    expect(world.players.size).toBe(players);
    const playing = worldAtTurn(2);
    folded(playing, packet);
    expect(playing.turn.phase).toBe('movement');
  });
});

describe('connections', () => {
  const world = createWorld();
  const connection = { ...{ id: 4, used: true, established: true, observer: false, playerNum: 2 } };
  const about = { accessLevel: 'ALLOW_BASIC' as const, username: 'ann', addr: '', capability: '' };

  test('connections tell who this one is, and are gone when they are not used any more', () => {
    folded(world, {
      name: 'server_join_reply',
      fields: { youCanJoin: true, message: '', capability: '', challengeFile: '', connId: 4 },
    });
    expect(world.seat.connectionId).toBe(4);
    const told = (changes: Partial<typeof connection>): ServerPacket => ({
      name: 'conn_info',
      fields: { ...connection, ...about, ...changes },
    });
    folded(world, told({ id: 5, playerNum: 7 }));
    expect(world.seat.player).toBeUndefined();
    folded(world, told({}));
    expect(world.seat).toEqual({ connectionId: 4, player: 2, observer: false });
    // There is no player 160: that is said of who plays none.
    folded(world, told({ playerNum: 160, observer: true }));
    expect(world.seat).toEqual({ connectionId: 4, player: undefined, observer: true });
    folded(world, told({ id: 5, used: false }));
    expect([...world.connections.values()].map(({ id }) => id)).toEqual([4]);
  });
});
