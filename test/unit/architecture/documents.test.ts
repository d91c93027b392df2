import { expect, test } from 'vitest';
import { documents } from '../../../gateway/docs/documents.js';
import { openApi } from '../../../gateway/docs/openapi.js';
import { agentMessages } from '../../../gateway/docs/socket-messages.js';
import { gameCalls } from '../../../gateway/http/games/game-calls.js';
import { readText, sourceFiles } from './source-files.js';

test.each(Object.entries(documents()))('docs/%s is that of the schemas (npm run generate)', (name, text) => {
  expect(readText(`docs/${name}`)).toBe(text);
});

test('the REST document has every route of the gateway, and no other', () => {
  const sources = sourceFiles(['gateway/http']).flatMap(({ text }) => [
    ...text.matchAll(/\bapp\.(get|post)\(\s*'([^']+)'/g),
  ]);
  const routes = sources
    .map(([, method, path]) => `${method} ${path?.replace(/:(\w+)/g, '{$1}')}`)
    .filter((route) => route !== 'get /')
    // These are made of the same list as their documents.
    .concat(gameCalls.map(({ method, path }) => `${method} ${path}`));
  const documented = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(documented.toSorted()).toEqual(routes.toSorted());
});

test('every message of the documents says what it is for, and answers point to messages', () => {
  const names = agentMessages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary, answer, name } of agentMessages) {
    expect(summary, name).not.toBe('');
    if (answer !== undefined) expect(names).toContain(answer);
  }
});
