import type { WorklistEnded } from '#shared/protocol/event.js';
import { productionName } from '../rules/production/target.js';
import type { City } from '../world/city.js';
import type { Message } from '../world/messages.js';
import { nameText } from '../world/name-text.js';
import type { World } from '../world/world.js';
import type { InFlightTargets } from './in-flight-targets.js';
import { plainTexts } from './server-messages.js';
import type { OrderCheck } from './wake.js';

/** Watches the worklists of a seat's cities and reports when one becomes empty. */
export class Worklists {
  /** Of cities that have one. */
  #lengths = new Map<number, number>();

  /** Cities whose worklist is empty now and was not; those the agent itself asks about are left out. */
  check({ world, turn, messages }: OrderCheck, asked: InFlightTargets): readonly WorklistEnded[] {
    const before = this.#lengths;
    this.#lengths = new Map();
    const news: WorklistEnded[] = [];
    for (const city of world.cities.values()) {
      if (city.owner !== world.seat.player || city.detail === undefined) continue;
      const { length } = city.detail.worklist;
      if (length > 0) this.#lengths.set(city.id, length);
      else if (before.has(city.id) && !asked.hasCity(city.id))
        news.push(worklistEndedEvent(world, turn, city, messages));
    }
    return news;
  }
}

function worklistEndedEvent(
  world: World,
  turn: number,
  city: City,
  messages: readonly Message[],
): WorklistEnded {
  const building = productionName(world, city);
  const said = plainTexts(messages.filter((message) => isAbout(message, city)));
  return {
    event: 'worklist_ended',
    turn,
    city_id: city.id,
    city: city.name,
    building,
    sentence: `The worklist of ${nameText(city.name)} is empty; it builds ${building}.`,
    ...(said.length > 0 && { server_messages: [...said] }),
  };
}

/** Whether a message is about the worklist of a city, or about an entry that was removed from it. */
function isAbout({ event, text }: Message, { id }: City): boolean {
  return (event === 'E_WORKLIST' || event === 'E_CITY_CANTBUILD') && text.includes(`tgt="city" id=${id} `);
}
