import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const grave = ['serious', 'critical'];

/** What axe finds that keeps people from using the page, or that part of it: the rule, and where it is broken. */
export async function findings(page: Page, part = 'html'): Promise<readonly string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).include(part).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
