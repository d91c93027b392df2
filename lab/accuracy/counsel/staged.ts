import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import { tilesWithin } from '../../../proxy/rules/lookup/adjacency.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { areAtWar } from '../../../proxy/rules/lookup/players.js';
import { cityAt, knownTile, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { maxRate } from '../../../proxy/rules/players/government.js';
import { ownCities } from '../../../test/support/own-things.js';
import type { Trial } from './after-turn.js';
import { numberOf, tryAtOnce } from './at-once.js';

/** Squared distance of the enemies that are put before a city. */
const ENEMY_RADIUS_SQ = 5;

function tileCode({ seat }: Trial, tile: number): string {
  const { x, y } = seat.world.map.position(tile);
  return `find.tile(${x}, ${y})`;
}

async function lua({ game, seat }: Trial, code: string): Promise<void> {
  await game.command(`lua cmd ${code}`);
  for (const one of game.seats) await one.request('client_heartbeat', {});
  await seat.request('client_heartbeat', {});
}

/** Takes the defenders of a city away and puts an enemy before it, so that its counsel has something to warn of. */
export async function openCity(trial: Trial): Promise<void> {
  const { seat, game } = trial;
  const { world } = seat;
  const me = world.seat.player ?? -1;
  const enemy = game.seats.find((one) => areAtWar(world, me, one.world.seat.player ?? -1) === true);
  const city = ownCities(world).find(({ size }) => size > 1);
  if (enemy === undefined || city === undefined) return;
  const tile = tilesWithin(world.map, city.tile, ENEMY_RADIUS_SQ).find((one) => {
    const there = knownTile(world, one);
    const isLand = there !== undefined && there.continent === knownTile(world, city.tile)?.continent;
    return (
      isLand && one !== city.tile && unitsOn(world, one).length === 0 && cityAt(world, one) === undefined
    );
  });
  if (tile === undefined) return;
  for (const { id } of unitsOn(world, city.tile))
    await lua(trial, `edit.unit_kill(find.unit(nil, ${id}), "editor", nil)`);
  const owner = `find.player(${enemy.world.seat.player})`;
  await lua(
    trial,
    `edit.create_unit(${owner}, ${tileCode(trial, tile)}, find.unit_type("Horsemen"), 0, nil, -1)`,
  );
}

/** Takes the luxury away that keeps cities calm, tries what counsel says of their disorder, and gives it back. */
export async function tryWithoutLuxury({ game, seat, cases }: Trial): Promise<void> {
  const { world } = seat;
  const me = world.seat.player ?? -1;
  const { tax = 0, luxury = 0, science = 0 } = world.players.get(me) ?? {};
  if (luxury === 0) return;
  const mostTax = Math.min(maxRate(world, me), tax + luxury);
  await seat.request('player_rates', { tax: mostTax, luxury: 0, science: 100 - mostTax });
  for (const line of counselOf(world))
    if (line.kind === 'disorder') await tryAtOnce({ seat, seats: game.seats, cases }, line);
  await seat.request('player_rates', { tax, luxury, science });
}

/** Takes the citizens of a city off their tiles until its food runs out at the next turn change. */
export async function makeHunger({ seat }: Trial): Promise<void> {
  const { world } = seat;
  const city = ownCities(world)
    .filter(({ size, detail }) => size > 2 && (detail?.foodStock ?? 99) < 2 * size)
    .sort((a, b) => (a.detail?.foodStock ?? 0) - (b.detail?.foodStock ?? 0))[0];
  if (city === undefined) return;
  for (const tile of workedTiles(world, city)) {
    const now = world.cities.get(city.id);
    if (now?.detail === undefined || tile === city.tile) continue;
    const food = cityEconomy(world, cityBasis(world, now)).surplus[outputs.food] ?? 0;
    if (now.detail.foodStock + food < 0) return;
    await seat.request('city_make_specialist', { cityId: city.id, tileId: tile });
  }
}

/** Founds a city on the best site without settlers, through the server's own rules: it takes it, and the centre yields what was said. */
export async function trySite(trial: Trial): Promise<void> {
  const { seat, cases } = trial;
  const { world } = seat;
  const line = counselOf(world).find((one) => one.kind === 'settling');
  if (line?.kind !== 'settling' || line.figures.site === null) return;
  const tile = world.map.tileAt(line.figures.site) ?? -1;
  const site = settlingOutlook(situationOf(world)).sites.find((one) => one.tile === tile);
  const type = numberOf(world.ruleset.unitTypes, 'settlers');
  await lua(
    trial,
    `edit.create_unit(find.player(${world.seat.player}), ${tileCode(trial, tile)}, find.unit_type(${type}), 0, nil, -1)`,
  );
  const settlers = unitsOn(world, tile).find(
    (unit) => unit.owner === world.seat.player && unit.type === type,
  );
  if (settlers === undefined || site === undefined) return;
  const found = { actorId: settlers.id, targetId: tile, subTgtId: -1, name: `Site ${tile}` };
  await seat.request('unit_do_action', { ...found, actionType: 'ACTION_FOUND_CITY' });
  const city = cityAt(world, tile);
  const wanted = [outputs.food, outputs.shields, outputs.trade];
  cases.figures(
    'settling',
    [1, ...site.city.centre],
    [
      Number(city !== undefined),
      ...wanted.map((output) => (city ? tileOutput(world, tile, output, city) : 0)),
    ],
    line.text,
  );
}

/** Proposes the exchange that a line names to a player that the server plays; whether it agrees. Nothing is exchanged. */
export async function tryTrade({ seat, cases }: Trial): Promise<void> {
  const { world } = seat;
  const me = world.seat.player ?? -1;
  for (const line of counselOf(world)) {
    if (line.kind !== 'tech_trade' || !cases.wants('tech_trade')) continue;
    const { player_id: counterpart, wanted, offered } = line.figures;
    await seat.request('diplomacy_init_meeting_req', { counterpart });
    const clauses = [
      [counterpart, wanted[0]],
      [me, offered[0]],
    ] as const;
    for (const [giver, name] of clauses)
      await seat.request('diplomacy_create_clause_req', {
        ...{ counterpart, giver, type: 'CLAUSE_ADVANCE' },
        value: numberOf(world.ruleset.techs, name ?? ''),
      });
    const treaty = world.treaties.get(counterpart);
    cases.event('tech_trade', treaty?.clauses.length === 2 && treaty.otherAccepted, line.text);
    await seat.request('diplomacy_cancel_meeting_req', { counterpart });
  }
}
