import { expect, test } from 'vitest';
import { specActionTypes } from '#shared/protocol/actions.js';
import { actions } from '../../../proxy/actions/registry.js';

test('every action type of the specification can be done', () => {
  for (const name of specActionTypes) expect([...actions.keys()]).toContain(name);
});
