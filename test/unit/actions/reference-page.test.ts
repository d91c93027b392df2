import { expect, test } from 'vitest';
import { actionGroups, actions } from '../../../proxy/actions/registry.js';
import { loadPacketTable } from '../../../proxy/freeciv/packet-table.js';
import { clientPacketUses, referencePage } from '../../../tools/reference-page.js';
import { readText } from '../architecture/source-files.js';

test('docs/actions.md is that of the registry (npm run generate)', () => {
  expect(readText('docs/actions.md')).toBe(referencePage(actionGroups));
});

test('every packet that clients may send is sent by an action, or has a reason why not', () => {
  for (const { packet, actions: senders, exclusion: notPlay } of clientPacketUses(actions.values())) {
    const isPlay = senders.length > 0;
    expect(isPlay === (notPlay === undefined), packet).toBe(true);
  }
});

test('the page has one row for each packet of the protocol that clients send, and no other', () => {
  const sent = loadPacketTable('3.0').packets.filter(({ from }) => from !== 'server');
  const rows = [...readText('docs/actions.md').matchAll(/^\| `(\w+)` \| (.+) \|$/gmu)];
  expect(rows.map(([, name]) => name)).toEqual(sent.map(({ name }) => name));
  for (const [row, , text] of rows) expect(text, row).toMatch(/^(?:`\w+`|not play: \w)/u);
});
