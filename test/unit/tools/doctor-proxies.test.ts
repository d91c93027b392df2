import { expect, test } from 'vitest';
import { proxies } from '../../../tools/doctor/machine.mjs';

test.each([
  { PROXIES: 'auto', state: 'fine', found: 'one for each of the 4 cores (PROXIES=auto)' },
  { PROXIES: '4', state: 'fine', found: '4, which use 4 of the 4 cores' },
  { PROXIES: '6', state: 'note', found: '6, which use 4 of the 4 cores' },
  { PROXIES: undefined, state: 'note', found: '1, which use 1 of the 4 cores' },
  { PROXIES: 'many', state: 'note', found: 'many is not a number' },
])('the doctor says what PROXIES=$PROXIES uses of four cores', ({ PROXIES, ...finding }) => {
  expect(proxies({ PROXIES }, 4)).toMatchObject(finding);
});
