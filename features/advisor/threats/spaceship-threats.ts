import type { Threat } from '#shared/protocol/state/prospects.js';
import { citiesOf, isCapital } from '../../../proxy/rules/cities/realm.js';
import { areOnOneTeam } from '../../../proxy/rules/lookup/players.js';
import type { Spaceship } from '../../../proxy/rules/players/spaceship.js';
import { nameText } from '../../../proxy/world/name-text.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { flightTurnsOf } from '../rules/space-race.js';
import type { Situation } from '../situation.js';
import { positionText, turnsText } from '../text-parts.js';

/** Spaceships of other teams. The owner of a launched one wins when it arrives, unless the owner's capital is captured before. */
export function spaceshipThreats({ world, me }: Situation): readonly Threat[] {
  return [...world.spaceships.values()].flatMap((ship) => {
    const { playerNum: rival, sshipState: state } = ship;
    const isUnderWay = state === 'SSHIP_STARTED' || state === 'SSHIP_LAUNCHED';
    if (!isUnderWay || rival === me || areOnOneTeam(world, me, rival)) return [];
    const name = nameText(world.players.get(rival)?.name ?? 'A rival');
    return [
      {
        type: 'spaceship',
        description: `${name} ${courseOf(world, ship)}; taking ${capitalOf(world, rival)} stops it`,
        severity: state === 'SSHIP_LAUNCHED' ? ('high' as const) : ('medium' as const),
        player_id: rival,
      },
    ];
  });
}

function courseOf(world: World, ship: Spaceship): string {
  const turns = flightTurnsOf(world, ship);
  if (turns === undefined) {
    const { structurals, components, modules } = ship;
    return `builds a spaceship (${structurals} structurals, ${components} components, ${modules} modules)`;
  }
  const own = world.spaceships.get(world.seat.player ?? -1);
  const ownTurns = own && flightTurnsOf(world, own);
  const isLater = ownTurns !== undefined && ownTurns < turns;
  const end = isLater ? 'ours arrives earlier' : 'then the game is lost';
  return `has a spaceship under way that arrives at the end of turn ${turnOf(world) + turns}, in ${turnsText(turns)}: ${end}`;
}

/** The name and the place of a player's capital, where the seat knows it. */
function capitalOf(world: World, player: number): string {
  const capital = citiesOf(world, player).find((city) => isCapital(world, city));
  if (capital === undefined) return 'its capital';
  return `its capital ${nameText(capital.name)} at ${positionText(world, capital.tile)}`;
}
