import { afterAll, beforeAll, expect, test } from 'vitest';
import { svgToPng } from '../../../features/maps/map-image.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const ADMIN = 'an-admin-token-of-tests';
const SCALE = 12;

let stack: Stack;
let game: TwoAgents;

beforeAll(async () => {
  stack = await startStack({
    ADMIN_TOKEN: ADMIN,
    SPECTATORS: 'token',
    LLM_API_TOKENS:
      'a-token-for-tests=*/*/play+watch,token-of-ann=ann,token-of-ben=ben,token-elsewhere=ann/other-*',
  });
  game = await TwoAgents.begin(stack, 'g', { map: { xsize: 40, ysize: 30 } });
  for (const agent of game.agents) await agent.act('unit_build_city', { unit_id: await founder(agent) });
  await game.nextTurn();
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

async function founder(agent: TwoAgents['agents'][number]): Promise<number> {
  const { units } = await agent.state({ format: 'full' });
  return units.find(({ type }) => ['settlers', 'migrants'].includes(type))?.id ?? -1;
}

function get(query: string, token?: string, headers: Record<string, string> = {}) {
  const shown = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${stack.httpUrl}/api/games/g/${query}`, { headers: { ...shown, ...headers } });
}

function group(svg: string, id: string): string {
  return new RegExp(`<g id="${id}"[^>]*>(.*?)</g>`, 's').exec(svg)?.[1] ?? '';
}

/** Tiles that the rectangles of a group cover. */
function covered(svg: string, id: string): number {
  const widths = [...group(svg, id).matchAll(/ width="(\d+)"/g)];
  return widths.reduce((sum, [, width]) => sum + Number(width) / SCALE, 0);
}

function places(svg: string): string[] {
  return [...group(svg, 'units').matchAll(/cx="(\d+)" cy="(\d+)"/g)].map(
    ([, x, y]) => `${Math.floor(Number(x) / SCALE)},${Math.floor(Number(y) / SCALE)}`,
  );
}

test('an agent sees its seat: the tiles it knows, the units and cities in its sight, and nothing besides', async () => {
  for (const agent of game.agents) {
    const svg = await (await get(`map.svg?agent_id=${agent.agentId}`, `token-of-${agent.agentId}`)).text();
    const { visible_tiles: tiles, cities, units } = await agent.state({ format: 'full' });
    expect(covered(svg, 'terrain')).toBe(tiles.length);
    expect(tiles.length).toBeLessThan(40 * 30);
    expect(covered(svg, 'fog')).toBe(tiles.filter(({ fog }) => fog === 'fogged').length);
    expect(group(svg, 'cities').match(/<text /g)).toHaveLength(cities.length);
    for (const { name } of cities) expect(svg).toContain(`>${name} `);
    const inCities = new Set(cities.map(({ x, y }) => `${x},${y}`));
    const occupied = new Set(units.map(({ x, y }) => `${x},${y}`));
    const expected = [...occupied].filter((place) => !inCities.has(place));
    expect(places(svg).toSorted()).toEqual(expected.toSorted());
  }
});

test('what one seat sees is hidden from the other, and the admin sees it all', async () => {
  const [ann, ben] = await Promise.all(
    ['ann', 'ben'].map(async (id) => (await get(`map.svg?agent_id=${id}`, `token-of-${id}`)).text()),
  );
  const whole = await (await get('map.svg', ADMIN)).text();
  expect(covered(whole, 'terrain')).toBe(40 * 30);
  const capitals = [ann, ben].map((svg) => />([^<]+) \d+<\/text>/.exec(svg ?? '')?.[1] ?? 'none');
  expect(new Set(capitals).size).toBe(2);
  for (const name of capitals) expect(whole).toContain(name);
  expect(ann).not.toContain(capitals[1]);
  expect(ben).not.toContain(capitals[0]);
  expect(places(whole).length).toBeGreaterThan(places(ann ?? '').length);
});

test('the PNG is the same picture, in the size asked for', async () => {
  const svg = await (await get('map.svg?agent_id=ann&scale=8', 'token-of-ann')).text();
  const png = await get('map.png?agent_id=ann&scale=8', 'token-of-ann');
  expect(png.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await png.arrayBuffer());
  expect(bytes.equals(await svgToPng(svg))).toBe(true);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([320, 240]);
});

test('who has the picture already is told so, until something changes', async () => {
  for (const form of ['svg', 'png']) {
    const query = `map.${form}?agent_id=ann`;
    const first = await get(query, 'token-of-ann');
    const tag = first.headers.get('etag') ?? '';
    const again = await get(query, 'token-of-ann', { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await game.nextTurn();
    const later = await get(query, 'token-of-ann', { 'if-none-match': tag });
    expect(later.status).toBe(200);
    expect(later.headers.get('etag')).not.toBe(tag);
  }
});

test('a seat is shown to its own token and the admin alone, the whole game to who may watch it', async () => {
  const status = async (query: string, token?: string) => (await get(query, token)).status;
  expect(await status('map.png?agent_id=ann')).toBe(401);
  expect(await status('map.png?agent_id=ann', 'token-of-ben')).toBe(403);
  expect(await status('map.png?agent_id=ann', 'token-elsewhere')).toBe(403);
  expect(await status('map.png?agent_id=ann', 'a-guess')).toBe(401);
  expect(await status('map.png?agent_id=ann', ADMIN)).toBe(200);
  expect(await status('map.png')).toBe(401);
  expect(await status('map.png', 'token-of-ann')).toBe(403);
  expect(await status('map.png', 'a-token-for-tests')).toBe(200);
});

test('a bad scale, an agent without a seat and a game that is not there are said to be that', async () => {
  const answer = async (query: string) => {
    const response = await get(query, ADMIN);
    return { status: response.status, ...((await response.json()) as { error: string }) };
  };
  expect(await answer('map.svg?scale=1000')).toMatchObject({
    status: 400,
    error: expect.stringContaining('scale'),
  });
  expect(await answer('map.svg?agent_id=nobody')).toMatchObject({
    status: 404,
    error: expect.stringContaining('nobody'),
  });
  expect(await answer('../nowhere/map.png')).toMatchObject({ status: 404 });
});

test('when the game is over and its server gone, the map is still that of all', async () => {
  const before = await (await get('map.svg', ADMIN)).text();
  const headers = { authorization: `Bearer ${ADMIN}` };
  const ended = await fetch(`${stack.httpUrl}/api/games/g/end`, { method: 'POST', headers });
  expect(ended.status).toBe(200);
  await expect.poll(() => stack.games.get('g')?.serverPid).toBe(0);
  const after = await (await get('map.svg', ADMIN)).text();
  expect(covered(after, 'terrain')).toBe(40 * 30);
  expect(group(after, 'cities')).toBe(group(before, 'cities'));
});

test('tokens cannot be guessed at the map', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) await get('map.svg?agent_id=ben', `guess-${attempt}`);
  expect((await get('map.svg?agent_id=ben', 'another-guess')).status).toBe(429);
  expect((await get('map.svg?agent_id=ann', 'token-of-ann')).status).toBe(200);
});
