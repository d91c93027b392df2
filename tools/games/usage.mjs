import { commands } from './commands.mjs';

const maxColumns = 80;
const indent = ' '.repeat(6);

/** The page of help of `npm run games`, in the form of all commands: test/unit/agent/help-pages.test.ts. */
export const usage = `NAME
  npm run games - lists and manages the games of a running gateway

SYNOPSIS
  npm run games -- [command] [words] [options]

DESCRIPTION
  Asks the REST routes of a gateway and prints the answer. Without a command it
  lists all games. The commands:

${commands.map(({ name, words, does }) => `  ${[name, ...words].join(' ')}\n${wrapped(does)}`).join('\n')}

OPTIONS
  --json         prints the answer of the gateway unchanged
  --csv          the score of each turn as comma-separated values
  --yes          confirms what deletes: delete, forget
  --help         prints this page

ENVIRONMENT
  GATEWAY_URL    the gateway; http://127.0.0.1 at GATEWAY_PORT without it
  GATEWAY_PORT   the port of a gateway of this machine; 8003 without it
  ADMIN_TOKEN    the token of the operator
  LLM_API_TOKEN  without ADMIN_TOKEN: a token with the right manage; for scores
                 watch, for tokens play and manage
  DATA_DIR       the folder of games that backup and restore read and write

EXIT STATUS
  0  done
  1  refused, or not understood; the reason is printed

EXAMPLES
  npm run games
  npm run games -- create first '{"players": 4, "ruleset": "civ2civ3"}'
  npm run games -- score first --csv
`;

/** @param {string} text */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (indent.length + line.length <= maxColumns) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
}
