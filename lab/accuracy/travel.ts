import { seededRandom } from '#shared/core/seeded-random.js';
import { suggestedJourneys } from '../../features/advisor/journeys.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { performAction } from '../../proxy/actions/perform-action.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { ownUnits } from '../../test/support/own-things.js';
import { type PlayedGame, playGame } from '../../test/support/played-game.js';
import { ARRIVED, FAILED, HIDDEN, type Journeys } from './journeys.js';
import { runLua } from './lua.js';

/** The units that can be sent somewhere; every sampled ruleset has them. */
const travellers = ['Settlers', 'Explorer', 'Horsemen'];
/** Each of this many turns brings more of them. */
const TURNS_EACH = 3;

/** Plays a game from its first turn in which every journey that is suggested is gone on, and cities are founded at its end. */
export async function travel(
  ruleset: string,
  turns: number,
  seed: number,
  journeys: Journeys,
): Promise<void> {
  await using game = await playGame({
    ruleset,
    seats: 2,
    players: 4,
    commands: [
      `set gameseed ${seed}`,
      `set mapseed ${seed}`,
      'set size 2',
      'set huts 60',
      'set revealmap START',
      'easy',
    ],
    onEvent: (seat, event) => {
      if (event.kind === 'order_news') journeys.hear(nameIn(seed, seat), event.news);
    },
  });
  const random = seededRandom(seed);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const seat of game.seats) {
      if (turn % TURNS_EACH === 0) await reinforce(game, seat, random);
      // What was put there is on its way to the seat; an answered request comes after it.
      await seat.request('client_heartbeat', {});
      await sendAll(seat, nameIn(seed, seat), ruleset, journeys);
      await settle(seat);
    }
    await game.nextTurn();
  }
}

async function sendAll(seat: Seat, player: string, ruleset: string, journeys: Journeys): Promise<void> {
  const { world } = seat;
  const sent = new Set<number | undefined>();
  for (;;) {
    const offer = suggestedJourneys(world).find(({ unit_id: unit }) => !sent.has(unit));
    if (offer === undefined) return;
    sent.add(offer.unit_id);
    journeys.begin(player, offer, `${ruleset} turn ${world.game?.turn} version ${world.version} ${player}`);
    const result = await performAction(seat, { ...offer }, 'travel');
    const unit = world.units.get(offer.unit_id ?? -1);
    if (unit?.detail?.hasOrders === true) continue;
    const end = endAtOnce(result);
    journeys.end(player, offer.unit_id, end.how, end.told);
  }
}

/** How a journey ended that needed no turn, or was not begun. */
function endAtOnce(result: Awaited<ReturnType<typeof performAction>>): { how: string; told: string } {
  if (!result.ok) return { how: FAILED, told: result.failure.message };
  const { arrived, unit_lost: lost, stopped_by: obstacle } = result.value.result.state_change;
  const told = result.value.server_messages.join(' ');
  if (arrived === true) return { how: ARRIVED, told };
  if (lost === true) return { how: 'lost', told };
  if (obstacle !== undefined) return { how: 'blocked at once', told };
  return { how: told === '' ? FAILED : HIDDEN, told };
}

/** Founders that are at a good place found a city there. */
async function settle(seat: Seat): Promise<void> {
  const advised = new Set(suggestedJourneys(seat.world).map(({ unit_id: unit }) => unit));
  for (const offer of await legalActions(seat)) {
    const waits = seat.world.units.get(offer.unit_id ?? -1)?.detail?.hasOrders === false;
    if (offer.type !== 'unit_build_city' || !waits || advised.has(offer.unit_id)) continue;
    await performAction(seat, { ...offer }, 'settle');
  }
}

/** More travellers, anywhere on the land where the seat's units are. */
async function reinforce(game: PlayedGame, { world }: Seat, random: () => number): Promise<void> {
  const [first] = ownUnits(world);
  const continent = world.tiles.get(first?.tile ?? -1)?.continent;
  const land = [...world.tiles.values()].filter((tile) => tile.continent === continent);
  const owner = `find.player(${world.seat.player ?? -1})`;
  const statements = travellers.map((type) => {
    const { x, y } = world.map.position(land[Math.floor(random() * land.length)]?.tile ?? 0);
    return `edit.create_unit(${owner}, find.tile(${x}, ${y}), find.unit_type("${type}"), 0, nil, -1)`;
  });
  await runLua(game, statements);
}

/** Players have the same names in every game. */
function nameIn(seed: number, { username }: Seat): string {
  return `${username} of game ${seed}`;
}
