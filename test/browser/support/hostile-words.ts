import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What would run, were it taken for markup. */
export const MARKUP = '<img src=x onerror=ran=1><script>ran=1</script>';
/** Turns the direction of writing, and does not turn it back. */
const TURNED = '\u202Egnihton si siht \u2067';
const LONG = 'W'.repeat(300);

/** Words that try to run, to turn what stands beside them, and to be wider than their place. */
export const HOSTILE_WORDS = `${MARKUP} ${TURNED} ${LONG}`;

/** Expects that nothing of such words has run or become an element, and that nothing is wider than its place: on a desk and on a phone. */
export async function expectHarmless(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1366, 820],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const side = "document.querySelector('.side')";
    expect(await page.evaluate(`${side}.scrollWidth - ${side}.clientWidth`)).toBe(0);
  }
  expect(await page.evaluate('typeof ran')).toBe('undefined');
  expect(await page.locator('.page img, .page script').count()).toBe(0);
}
