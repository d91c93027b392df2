/** What cannot wait: losses, unrest, treason. */
const grave = [
  'anarchy',
  'city_disorder',
  'city_famine',
  'city_lost',
  'city_nuked',
  'city_plague',
  'civil_war',
  'destroyed',
  'diplomatic_incident',
  'disaster',
  'game_end',
  'hut_barb_city_near',
  'hut_barb_killed',
  'imp_auctioned',
  'low_on_funds',
  'nuke',
  'spaceship',
  'tech_lost',
  'treaty_broken',
  'unit_lost_att',
  'unit_lost_def',
  'unit_lost_misc',
  'uprising',
];

/** What happens of itself every few turns. */
const routine = [
  'caravan_action',
  'city_growth',
  'city_may_soon_grow',
  'imp_auto',
  'imp_build',
  'imp_sold',
  'my_unit_did_heal',
  'my_unit_was_healed',
  'unit_became_vet',
  'unit_built',
  'unit_built_pop_cost',
  'unit_relocated',
  'unit_upgraded',
  'wonder_started',
  'wonder_stopped',
];

/** Answers to what the player itself asked for, and help for beginners. */
const silent = ['bad_command', 'beginner_help', 'chat_error', 'report', 'unit_illegal_action', 'unit_orders'];

const worths = new Map<string, number>([
  ...grave.map((event) => [event, 0] as const),
  ...routine.map((event) => [event, 2] as const),
]);

/** Less is more important: 0 grave, 1 news, 2 routine; undefined for what a digest leaves out. */
export function eventWorth(event: string): number | undefined {
  if (silent.includes(event)) return undefined;
  if (event.startsWith('enemy_')) return 0;
  return worths.get(event) ?? 1;
}
