import { terminalLine } from '../steps/terminal.mjs';

/** @typedef {import('../../shared/protocol/game-summary.js').GameInfo} GameInfo */
/** @typedef {import('../../shared/protocol/game-summary.js').GameSummary} GameSummary */
/** @typedef {import('../../shared/protocol/game-operations.js').GameSave} Save */
/** @typedef {import('../../shared/protocol/score.js').GameScore} GameScore */

/** @param {{ games: readonly GameSummary[] }} answer */
export function gamesTable({ games }) {
  if (games.length === 0) return 'There are no games yet.\n';
  const rows = games.map(({ game_id, state, turn, players }) => {
    const agents = players.filter(({ is_ai }) => !is_ai).length;
    return [game_id, state, turn ?? '-', agents, players.length - agents];
  });
  return table(['game', 'state', 'turn', 'agents', 'AIs'], rows);
}

/** @param {GameInfo} game */
export function gameLines(game) {
  const { game_id, state, paused, turn, problem, config, created_at, ended } = game;
  const seatOf = new Map(game.seats.map((seat) => [seat.player_id, seat]));
  const clock = game.turn_time_limit === 0 ? 'no limit' : `${game.turn_time_limit} s a turn`;
  const left = game.time_left === null ? '' : `, ${Math.round(game.time_left)} s left`;
  const facts = [
    ['state', `${state}${paused === null ? '' : ` (${paused})`}${problem === null ? '' : `: ${problem}`}`],
    ['turn', `${turn ?? '-'}${config.end_turn === undefined ? '' : ` of ${config.end_turn}`}`],
    ['time', `${clock}${left}`],
    ...(game.waiting_for.length === 0 ? [] : [['waits', game.waiting_for.map(awaitedWords).join(', ')]]),
    ['rules', `${config.ruleset}, seeds: game ${config.seeds.game ?? '-'}, map ${config.seeds.map ?? '-'}`],
    ['made', created_at],
    ...(game.fork_of === null ? [] : [['fork of', `${game.fork_of.game_id}, turn ${game.fork_of.turn}`]]),
    ...(game.join === null ? [] : [['humans', `may join at ${game.join.host}:${game.join.port}`]]),
    ...game.seats.flatMap(runFacts),
    ...(ended === null ? [] : [['ended', `${ended.reason}; won by ${ended.winners.join(', ') || 'nobody'}`]]),
  ].map(([name, value]) => `  ${String(name).padEnd(8)} ${terminalLine(String(value))}\n`);
  const rows = game.players.map(({ player_id, name, nation, is_ai }) => {
    const seat = seatOf.get(player_id);
    const who = seat === undefined ? (is_ai ? 'AI' : '-') : `${seat.agent_id} (${seat.presence})`;
    return [player_id, name, nation, who];
  });
  const players = rows.length === 0 ? '' : `\n${table(['id', 'player', 'nation', 'played by'], rows)}`;
  return `${game_id}\n${facts.join('')}${players}`;
}

/**
 * What the model of a seat took, and why its run is not valid; nothing where there is nothing to tell.
 *
 * @param {GameInfo['seats'][number]} seat
 */
function runFacts({ agent_id, run }) {
  // Gateways of earlier releases tell of no runs.
  if (run === null || run === undefined) return [];
  const { usage, valid, invalid_reason: reason } = run;
  const cost = usage === null || usage.cost_usd === null ? '' : `, $${usage.cost_usd.toFixed(2)}`;
  const took =
    usage === null
      ? []
      : [
          `${usage.calls} calls, ${usage.input_tokens} new and ${usage.cached_tokens} cached in, ${usage.output_tokens} out${cost}`,
        ];
  return [...took, ...(valid ? [] : [`the run is not valid. ${reason}`])].map((words) => [
    'model',
    `${agent_id}: ${words}`,
  ]);
}

/** @param {GameInfo['waiting_for'][number]} awaited */
function awaitedWords({ player, agent_id, away, until }) {
  const seconds =
    until === null ? '' : `, ${Math.max(0, Math.round(until - Date.now() / 1000))} s more at most`;
  return `for ${agent_id ?? player}${away ? ' (away)' : ''}${seconds}`;
}

/** @param {{ saves: readonly Save[] }} answer */
export function savesTable({ saves }) {
  const rows = saves.map(({ turn, kind, name, bytes, saved_at }) => [turn, kind, bytes, saved_at, name]);
  return rows.length === 0
    ? 'There are no saves yet.\n'
    : table(['turn', 'kind', 'bytes', 'saved', 'name'], rows);
}

/** The last turn that is known, best first. @param {GameScore} score */
export function scoreTable({ game_id, turns }) {
  const last = turns.at(-1);
  if (last === undefined) return `No turn of ${game_id} has begun yet.\n`;
  const rows = [...last.players]
    .sort((a, b) => b.score - a.score)
    .map((one) => [
      one.score,
      one.name,
      one.nation,
      one.cities,
      one.citizens,
      one.techs,
      one.units,
      one.gold,
    ]);
  const head = ['score', 'player', 'nation', 'cities', 'citizens', 'techs', 'units', 'gold'];
  return `${game_id}, turn ${last.turn}${last.is_final ? ', the end' : ''}\n${table(head, rows)}`;
}

/**
 * Columns as wide as they must be, numbers to the right.
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function table(head, rows) {
  return tableOf(
    head,
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? terminalLine(cell) : cell))),
  );
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function tableOf(head, rows) {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => String(row[i]).length)));
  const line = (/** @type {readonly (string | number)[]} */ cells) =>
    cells
      .map((cell, i) => {
        const isNumber = rows.every((row) => typeof row[i] === 'number');
        return isNumber ? String(cell).padStart(widths[i] ?? 0) : String(cell).padEnd(widths[i] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return `${[head, ...rows].map(line).join('\n')}\n`;
}
