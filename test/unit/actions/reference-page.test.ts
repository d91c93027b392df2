import { expect, test } from 'vitest';
import { clientPacketUses } from '../../../proxy/actions/derived/client-packets.js';
import { referencePage } from '../../../proxy/actions/derived/reference-page.js';
import { actions, families } from '../../../proxy/actions/registry.js';
import { readText } from '../architecture/source-files.js';

test('docs/actions.md is that of the registry (npm run generate)', () => {
  expect(readText('docs/actions.md')).toBe(referencePage(families));
});

test('every packet a client may send is sent by an action, or is no play and says why', () => {
  for (const { packet, actions: senders, notPlay } of clientPacketUses(actions.values())) {
    const isPlay = senders.length > 0;
    expect(isPlay === (notPlay === undefined), packet).toBe(true);
  }
});
