import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const grave = ['serious', 'critical'];

/** What axe finds that keeps people from using the page, or that part of it without another: the rule, and where it is broken. */
export async function findings(page: Page, part = 'html', without?: string): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).include(part);
  const { violations, passes } = await (without === undefined ? axe : axe.exclude(without)).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
