/** The page that draws the map of a seat in the chat of a host of MCP Apps (docs/mcp.md). It loads nothing by itself. */
import type { SeatMap } from '../../features/mcp/server/map-data.js';
import { AppCanvas } from './app-canvas.js';
import { fieldsOf, Host } from './host.js';

const PROTOCOL = '2026-01-26';
const MAP_URI = 'freeciv://map.json';
const MAP_META = 'freeciv/map';

/** Between two looks at whether the map has changed, in milliseconds, while the page is in sight. */
const REFRESH_MS = 15_000;

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const [title, words, text, canvas] = [part('title'), part('words'), part('text'), part('map')];

/** How the host gives a newer map; undefined where it does not. */
let readMap: (() => Promise<void>) | undefined;
let shown = '';
let [hasResult, isReading] = [false, false];

const view =
  canvas instanceof HTMLCanvasElement
    ? new AppCanvas(canvas, (told) => {
        words.textContent = told;
      })
    : undefined;

const host = new Host((method, params) => {
  if (method === 'ui/notifications/tool-result') showResult(params);
  else if (method === 'ui/notifications/tool-cancelled' && shown === '')
    title.textContent = 'The map was not read';
  else if (method === 'ui/notifications/host-context-changed') applyContext(params);
});

/** The map is what the server sent with a result of the tool `map`, or read by its URI. The page trusts it as its own. */
function isMap(value: unknown): value is SeatMap {
  const { rows, lands, cities, units, players, terrains } = fieldsOf(value);
  return [rows, lands, cities, units, players, terrains].every(Array.isArray);
}

function showMap(map: unknown): boolean {
  if (!isMap(map)) return false;
  const now = JSON.stringify(map);
  document.body.classList.add('drawn');
  if (now === shown) return true;
  shown = now;
  const nation = map.players.find(({ id }) => id === map.me)?.nation ?? '';
  title.textContent = [`Turn ${map.turn ?? ''}`, map.year, nation].filter((one) => one !== '').join(' · ');
  view?.show(map);
  return true;
}

/** A result of the tool: its map, or else its text. Without the map in the first one the page asks for it, once. */
function showResult(result: Readonly<Record<string, unknown>>): void {
  if (showMap(fieldsOf(result._meta)[MAP_META]) || shown !== '') return;
  text.textContent = textOf(result);
  title.textContent = 'Map';
  if (hasResult) return;
  hasResult = true;
  void refresh();
}

function textOf({ content }: Readonly<Record<string, unknown>>): string {
  const parts = Array.isArray(content) ? content : [];
  return parts.map((one) => String(fieldsOf(one).text ?? '')).join('\n');
}

/** Reads the map anew; only one request for it is open at a time. */
async function refresh(): Promise<void> {
  if (readMap === undefined || isReading) return;
  isReading = true;
  try {
    await readMap();
  } catch (error) {
    words.textContent = `The map could not be read: ${sentenceOf(error)}`;
  } finally {
    isReading = false;
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Colours and fonts of the host. */
function applyContext({ theme, styles }: Readonly<Record<string, unknown>>): void {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(fieldsOf(fieldsOf(styles).variables)))
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
  view?.draw();
}

/** A host may let the page read resources, or call tools, or neither. */
function readerOf(capabilities: Readonly<Record<string, unknown>>): (() => Promise<void>) | undefined {
  if (capabilities.serverResources !== undefined)
    return async () => {
      const { contents } = await host.request('resources/read', { uri: MAP_URI });
      const first = fieldsOf(Array.isArray(contents) ? contents[0] : undefined);
      if (typeof first.text === 'string') showMap(JSON.parse(first.text));
    };
  if (capabilities.serverTools === undefined) return undefined;
  return async () => {
    const result = await host.request('tools/call', { name: 'map', arguments: {} });
    if (!showMap(fieldsOf(result._meta)[MAP_META])) throw new Error(textOf(result));
  };
}

async function begin(): Promise<void> {
  const { hostCapabilities, hostContext } = await host.request('ui/initialize', {
    appInfo: { name: 'freeciv-map', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: PROTOCOL,
  });
  applyContext(fieldsOf(hostContext));
  readMap = readerOf(fieldsOf(hostCapabilities));
  document.body.classList.toggle('fixed', readMap === undefined);
  host.notify('ui/notifications/initialized', {});
  let told = '';
  new ResizeObserver(() => {
    view?.draw();
    const { width, height } = document.documentElement.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    if (told === JSON.stringify(size)) return;
    told = JSON.stringify(size);
    host.notify('ui/notifications/size-changed', size);
  }).observe(document.documentElement);
  if (readMap !== undefined)
    setInterval(() => document.visibilityState === 'visible' && shown !== '' && void refresh(), REFRESH_MS);
}

part('nearer').addEventListener('click', () => view?.zoom(1));
part('farther').addEventListener('click', () => view?.zoom(-1));
part('home').addEventListener('click', () => view?.home());
part('refresh').addEventListener('click', () => void refresh());
begin().catch((error) => {
  document.body.classList.add('fixed');
  title.textContent = 'Map';
  words.textContent = `The host does not serve this page: ${sentenceOf(error)}`;
});
