import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';
import { readRequest } from '../../../gateway/agent/agent-request.js';
import { readAgentFrame } from '../../../gateway/agent/frame.js';
import { unitView } from '../../../proxy/views/entities/unit-view.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';
import { worldAtTurn } from '../../support/recorded-world.js';

setFlagsFromString('--allow-natives-syntax');
setFlagsFromString('--expose-gc');
const haveSameMap: unknown = new Function('a', 'b', 'return %HaveSameMap(a, b)');
const collectGarbage: unknown = runInNewContext('gc');

/** How many hidden classes these objects have. */
function classesOf(objects: readonly unknown[]): number {
  if (typeof haveSameMap !== 'function') throw new Error('the engine does not tell');
  const kinds: unknown[] = [];
  for (const object of objects)
    if (!kinds.some((kind) => haveSameMap(kind, object) === true)) kinds.push(object);
  return kinds.length;
}

test('what comes in thousands shares its hidden classes: requests, units, their views', () => {
  // Objects with 1,536 different first fields, which other tests of this process make, keep further objects from sharing
  // their classes until they are collected.
  if (typeof collectGarbage === 'function') collectGarbage();
  const requests = Array.from({ length: 50 }, (_, i) => {
    const text = JSON.stringify({ type: 'state_query', correlation_id: `c${i}`, data: { format: 'full' } });
    const read = readAgentFrame(
      Buffer.from(text),
      { bytes: 4096, ...AGENT_BOUNDS.messageShape },
      messageForms,
    );
    return read.ok ? readRequest(read.value, messageForms) : read;
  });
  expect(classesOf(requests.map((read) => ('value' in read ? read.value : undefined)))).toBeLessThan(5);
  const world = worldAtTurn(90);
  const units = [...world.units.values()];
  expect(units.length).toBeGreaterThan(60);
  expect(classesOf(units)).toBeLessThan(5);
  // Some of their fields are there for some units only.
  expect(classesOf(units.map((unit) => unitView(world, unit)))).toBeLessThan(25);
});
