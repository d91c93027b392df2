import { expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { settingCommands } from '../../../proxy/games/server/setting-commands.js';

function mapShape(version: string, topology?: string): readonly string[] {
  const map = topology === undefined ? {} : { topology };
  const commands = settingCommands({ config: gameConfigSchema.parse({ map }) }, Protocol.ofServer(version));
  return commands.filter((line) => /^set (topology|wrap) /.test(line));
}

test.each(['3.0.6', '3.1.4'])('how a map wraps is set with its topology on a server of %s', (version) => {
  expect(mapShape(version)).toEqual(['set topology "WRAPX"']);
  expect(mapShape(version, 'WRAPY|ISO|HEX')).toEqual(['set topology "WRAPY|ISO|HEX"']);
});

test('how a map wraps is a setting of its own on a server of 3.2', () => {
  expect(mapShape('3.2.6')).toEqual(['set topology ""', 'set wrap "WRAPX"']);
  expect(mapShape('3.2.6', 'WRAPY|ISO|HEX')).toEqual(['set topology "ISO|HEX"', 'set wrap "WRAPY"']);
  expect(mapShape('3.2.6', '')).toEqual(['set topology ""', 'set wrap ""']);
});
