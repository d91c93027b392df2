import { Stop } from '../steps/terminal.mjs';
import { backUp, restore } from './backups.mjs';
import { gameLines, gamesTable, savesTable, scoreTable } from './printing.mjs';

/** @typedef {import('./gateway.mjs').Gateway} Gateway */
/** @typedef {{ csv: boolean, json: boolean, yes: boolean }} Options */

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {readonly string[]} words `<needed>` and `[optional]`
 * @property {string} does
 * @property {(gateway: Gateway, words: readonly string[], options: Options) => Promise<string>} run
 */

/** @type {readonly Command[]} */
export const commands = [
  {
    name: 'list',
    words: [],
    does: 'lists all games: running, waiting on the disk, ended',
    run: async (gateway, _words, options) => shown(await gateway.ask('GET', ''), gamesTable, options),
  },
  {
    name: 'show',
    words: ['<game>'],
    does: 'shows one game: state, turn, seats, players',
    run: async (gateway, [game = ''], options) =>
      shown(await gateway.ask('GET', path(game)), gameLines, options),
  },
  {
    name: 'create',
    words: ['[game]', '[config]'],
    does: `makes a game; config in JSON: '{"players": 4, "ruleset": "civ2civ3"}'`,
    run: async (gateway, [game, config = '{}'], options) => {
      const data = { ...parsed(config), ...(game === undefined ? {} : { game_id: game }) };
      return shown(await gateway.ask('POST', '', data), gameLines, options);
    },
  },
  {
    name: 'token',
    words: ['<agent>', '[game]'],
    does: 'makes a token for one agent, in one game or all; both may have *',
    run: async (gateway, [agents = '', games = '*'], options) =>
      shown(await gateway.makeToken({ agents, games }), madeToken, options),
  },
  controlCommand('start', 'begins the game with the agents that have a seat'),
  controlCommand('pause', 'pauses the game: players cannot act, and the clock of the turn stops'),
  controlCommand('resume', 'continues the turn with the time it had left'),
  controlCommand('end', 'ends the game with its present ranking'),
  {
    name: 'save',
    words: ['<game>', '[name]'],
    does: 'saves the game in its present state',
    run: async (gateway, [game = '', name], options) => {
      const data = name === undefined ? {} : { name };
      const one = (/** @type {import('./printing.mjs').Save} */ save) => savesTable({ saves: [save] });
      return shown(await gateway.ask('POST', path(game, 'save'), data), one, options);
    },
  },
  {
    name: 'saves',
    words: ['<game>'],
    does: 'lists its saves, newest first',
    run: async (gateway, [game = ''], options) =>
      shown(await gateway.ask('GET', path(game, 'saves')), savesTable, options),
  },
  {
    name: 'fork',
    words: ['<game>', '<turn>', '[new-game]'],
    does: 'makes a new game that begins as that turn of this one',
    run: async (gateway, [game = '', turn = '', fork], options) => {
      const data = { turn: Number(turn), ...(fork === undefined ? {} : { game_id: fork }) };
      return shown(await gateway.ask('POST', path(game, 'fork'), data), gameLines, options);
    },
  },
  {
    name: 'backup',
    words: ['<game>', '<folder-or-s3://bucket>'],
    does: 'copies a game of DATA_DIR, which may be played meanwhile, and verifies the copy',
    run: async (_gateway, [game = '', place = '']) => backUp(game, place),
  },
  {
    name: 'restore',
    words: ['<backup>', '[new-game]'],
    does: 'writes a game from a backup into DATA_DIR, under its own id or another one',
    run: async (_gateway, [backup = '', game]) => restore(backup, game),
  },
  {
    name: 'data',
    words: ['<agent>'],
    does: 'prints what is kept of an agent, as JSON lines; with ADMIN_TOKEN',
    run: (gateway, [agent = '']) => gateway.agentData('GET', agent),
  },
  {
    name: 'forget',
    words: ['<agent>'],
    does: 'deletes what is kept of an agent; with ADMIN_TOKEN; needs --yes',
    run: async (gateway, [agent = ''], { yes }) => {
      if (!yes)
        throw new Stop(
          `This ends the sessions of ${agent} and deletes its data. If that is meant, add --yes`,
        );
      return `${await gateway.agentData('DELETE', agent)}\n`;
    },
  },
  {
    name: 'score',
    words: ['<game>'],
    does: 'shows the score of every player; --csv or --json: in every turn',
    run: async (gateway, [game = ''], options) => {
      if (options.csv) return gateway.ask('GET', `${path(game, 'score')}?format=csv`);
      return shown(await gateway.ask('GET', path(game, 'score')), scoreTable, options);
    },
  },
  {
    name: 'delete',
    words: ['<game>'],
    does: 'ends the game and deletes its folder; needs --yes',
    run: async (gateway, [game = ''], { yes }) => {
      if (!yes)
        throw new Stop(`This deletes ${game} with its saves and archive. If that is meant, add --yes`);
      await gateway.ask('DELETE', path(game));
      return `${game} is deleted\n`;
    },
  },
];

/** @param {string} name @param {string} does @returns {Command} */
function controlCommand(name, does) {
  return {
    name,
    words: ['<game>'],
    does,
    run: async (gateway, [game = ''], options) =>
      shown(await gateway.ask('POST', path(game, name), {}), gameLines, options),
  };
}

/** @param {{ readonly token: string }} made */
function madeToken({ token }) {
  return `${token}\n`;
}

/** @param {readonly string[]} words */
function path(...words) {
  return words.map((word) => `/${encodeURIComponent(word)}`).join('');
}

/**
 * @template T
 * @param {string} text an answer
 * @param {(answer: T) => string} print
 * @param {Options} options
 */
function shown(text, print, { json }) {
  return json ? `${text}\n` : print(JSON.parse(text));
}

/** @param {string} config @returns {Record<string, unknown>} */
function parsed(config) {
  try {
    return JSON.parse(config);
  } catch {
    throw new Stop(`The configuration is not JSON: ${config}`);
  }
}
