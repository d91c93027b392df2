import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { CityOptions } from '../../freeciv/generated/packets.js';
import { invalidAction } from '../action.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, gameText, MAX_CITY_NAME_BYTES, singleSpaced } from '../common-fields.js';

/** Action `city_rename` (handle_city_rename). */
export const cityRename = defineCityAction({
  name: 'city_rename',
  doc: 'Give a city another name.',
  schema: z.looseObject({ ...actorFields, name: gameText(MAX_CITY_NAME_BYTES) }),
  sends: ['city_rename'],
  plan(port, city, fields) {
    const { id, name: old } = city;
    const name = singleSpaced(fields.name);
    if (name === '') return invalidAction('A city needs a name that is not empty', 'data.name');
    return ok({
      send: () => port.request('city_rename', { cityId: id, name }),
      effect: (_before, world) => {
        const now = world.cities.get(id)?.name;
        return now === undefined || now === old ? undefined : { city_id: id, name: now, old_name: old };
      },
    });
  },
  undo(world, { actor_id: id }) {
    const city = world.cities.get(id);
    return city && { action_type: 'city_rename', actor_id: id, name: city.name };
  },
});

const optionNames = {
  disband: 'CITYO_DISBAND',
  science_specialists: 'CITYO_SCIENCE_SPECIALISTS',
  gold_specialists: 'CITYO_GOLD_SPECIALISTS',
} as const satisfies Record<string, CityOptions>;

type OptionName = keyof typeof optionNames;

const flag = (what: string) => z.boolean().describe(what).optional();

/** Action `city_options` (handle_city_options_req). */
export const cityOptions = defineCityAction({
  name: 'city_options',
  doc: 'Set what a city does by itself; options that are not given stay as they are.',
  schema: z.looseObject({
    ...actorFields,
    disband: flag('may build settlers at size 1 and be gone by it'),
    science_specialists: flag('new citizens become scientists where they find no work'),
    gold_specialists: flag('new citizens become taxmen where they find no work'),
  }),
  sends: ['city_options_req'],
  plan(port, city, fields) {
    const { id, detail } = city;
    const before = detail?.cityOptions ?? new Set<CityOptions>();
    const options = new Set(before);
    for (const [name, option] of Object.entries(optionNames)) {
      if (fields[name] === true) options.add(option);
      if (fields[name] === false) options.delete(option);
    }
    return ok({
      send: () => port.request('city_options_req', { cityId: id, options }),
      effect: (_before, world) => {
        const now = world.cities.get(id)?.detail?.cityOptions;
        if (now === undefined || [...now].sort().join() === [...before].sort().join()) return undefined;
        return { city_id: id, options: shown(now) };
      },
    });
  },
  undo(world, fields) {
    const { actor_id: id } = fields;
    const before = world.cities.get(id)?.detail?.cityOptions;
    if (before === undefined) return undefined;
    const given = Object.entries(shown(before)).filter(([name]) => fields[name] !== undefined);
    return { action_type: 'city_options', actor_id: id, ...Object.fromEntries(given) };
  },
});

function shown(options: ReadonlySet<CityOptions>): Partial<Record<OptionName, boolean>> {
  return Object.fromEntries(Object.entries(optionNames).map(([name, option]) => [name, options.has(option)]));
}
