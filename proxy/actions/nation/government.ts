import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { displayName } from '../../rules/lookup/names.js';
import { type Government, possibleGovernments } from '../../rules/players/government.js';
import { turnOf, type World } from '../../world/world.js';
import { defineAction } from '../action.js';
import { choiceTarget, chosen } from '../targets.js';

/** Action `player_government` (handle_player_change_government). */
export const playerGovernment = defineAction({
  name: 'player_government',
  doc: 'Start a revolution: after some turns of anarchy the nation has the government chosen.',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_change_government'],
  aliases: ['change_government', 'revolution'],
  offers: ({ world, ofNation }) =>
    ofNation(() =>
      choices(world).map(({ name }) => ({
        target: { value: displayName(name) },
        priority: 'low',
        certain: true,
        label: `revolution for ${displayName(name)}`,
      })),
    ),
  plan(port, fields) {
    const government = chosen(
      port.skipsRules ? all(port.world) : choices(port.world),
      fields.target.value,
      'government',
    );
    if (!government.ok) return government;
    const { id } = government.value;
    const own = port.world.players.get(port.world.seat.player ?? -1);
    const already = own?.targetGovernment === id || own?.government === id;
    return ok({
      send: async () => [await port.request('player_change_government', { government: id })],
      effect: (_before, world) => {
        const player = world.players.get(world.seat.player ?? -1);
        const isSo = player?.targetGovernment === id || player?.government === id;
        if (player === undefined || !isSo || already) return undefined;
        const left = player.revolutionFinishes - turnOf(world);
        return {
          government: nameOf(world, player.government),
          target_government: nameOf(world, id),
          turns_of_anarchy: player.government === id ? 0 : Math.max(0, left),
        };
      },
    });
  },
});

function all({ ruleset }: World): Government[] {
  return [...ruleset.governments.values()];
}

/** The governments the seat may change to, anarchy last; the one it has is none of them. */
function choices(world: World): Government[] {
  const player = world.players.get(world.seat.player ?? -1);
  if (player === undefined) return [];
  const between = world.game?.governmentDuringRevolutionId;
  return possibleGovernments(world, player)
    .filter(({ id }) => id !== player.government)
    .toSorted((a, b) => Number(a.id === between) - Number(b.id === between));
}

function nameOf(world: World, government: number): string {
  return displayName(world.ruleset.governments.get(government)?.name ?? 'none');
}
