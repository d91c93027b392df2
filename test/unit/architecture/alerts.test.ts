import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('each alert leads to a section that says what it means, how to see it and what to do', async () => {
  const rules = await read('deploy/prometheus/alerts.yml');
  const alerts = [...rules.matchAll(/alert: (\w+).*?severity: (\w+).*?runbook: "([^"]*)"/gs)];
  expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length);
  for (const [, name = '', , runbook] of alerts) expect(runbook).toBe(`docs/alerts.md#${name.toLowerCase()}`);
  const sections = (await read('docs/alerts.md')).split(/^## /m).slice(1);
  const told = sections.map((section) => {
    const [, name, severity] =
      /^(\w+)\n- \*\*Means\*\* \((\w+)\): .+\n- \*\*See\*\*: .+\n- \*\*Do\*\*: .+\n*$/.exec(section) ?? [];
    return [name, severity];
  });
  expect(told).toEqual(alerts.map(([, name, severity]) => [name, severity]));
});
