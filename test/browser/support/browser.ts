import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const screenshots = fileURLToPath(new URL('../../../build/screenshots/', import.meta.url));

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A browser of its own with one page; everything that page complains of is kept. */
export interface TestBrowser extends AsyncDisposable {
  readonly page: Page;
  /** Errors on the console, uncaught ones, and answers that a page does not expect. */
  readonly problems: readonly string[];
  /** Keeps a picture in build/screenshots, for people to look at. */
  picture(name: string): Promise<void>;
  /** Keeps there a picture that the page has made. */
  keep(file: string, bytes: Uint8Array): Promise<void>;
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const { width = 1366, height = 820, colorScheme = 'light' } = options;
  const profile = await mkdtemp(join(tmpdir(), 'freeciv-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    args: flags,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return {
    page,
    problems,
    async keep(file, bytes) {
      mkdirSync(screenshots, { recursive: true });
      await writeFile(join(screenshots, file), bytes);
    },
    async picture(name) {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
