import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unitActionTable } from '../../../proxy/actions/unit/unit-action-table.js';
import { loadPacketTable } from '../../../proxy/freeciv/packet-table.js';
import { shownIn } from '../../support/unit-action-coverage.js';

/** The unit actions of the protocol of 3.0; the last name of the table stands for none of them. */
const names: readonly string[] = (loadPacketTable('3.0').enums.gen_action?.values ?? [])
  .map(([, name]) => name)
  .filter((name) => name !== 'ACTION_NONE');
/** Those that later versions have beside them. */
const later = Object.keys(unitActionTable).filter((name) => !names.includes(name));

test('each of the 44 unit actions of 3.0, and of those since, is done on a real server by a test', () => {
  expect(names).toHaveLength(44);
  expect(Object.values(shownIn).flat().toSorted()).toEqual([...names, ...later].toSorted());
});

test.each(Object.keys(shownIn))('%s.test.ts ends with the proof that it has done its own', (file) => {
  const places = ['integration', 'thorough'].map(
    (folder) => new URL(`../../${folder}/actions/${file}.test.ts`, import.meta.url),
  );
  const source = places.find((place) => existsSync(place));
  expect(readFileSync(source ?? '', 'utf8').trimEnd()).toMatch(
    new RegExp(`\\ntestShown\\('${file}'\\);$`, 'u'),
  );
});
