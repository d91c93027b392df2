import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';

test('the page comes with headers that let it run nothing but its own files', async () => {
  await using stack = await startStack();
  for (const path of ['/', '/page.js', '/page.css', '/icon.svg']) {
    const { status, headers } = await fetch(`${stack.httpUrl}${path}`);
    expect([path, status]).toEqual([path, 200]);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch(`${stack.httpUrl}${path}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  }
});

test('the page names no other host', async () => {
  await using stack = await startStack();
  const html = await (await fetch(stack.httpUrl)).text();
  expect(html).not.toMatch(/https?:|\/\/[a-z]/);
  expect(html).not.toMatch(/<script>|\sstyle=|\son[a-z]+=/);
});
