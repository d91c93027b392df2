import { briefView, packedBrief } from '../../../features/advisor/brief/brief.js';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import { suggestedJourneys } from '../../../features/advisor/journeys.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { cityRowsText } from '../../../features/city-rows/city-rows-text.js';
import { mapWindow } from '../../../features/map-window/map-window.js';
import { mapSvg } from '../../../features/maps/map-image.js';
import { lookUpRules } from '../../../features/rules-lookup/rules-lookup.js';
import { sceneText } from '../../../features/scene/scene.js';
import { briefText } from '../../../features/texts/brief-text.js';
import { mapWindowText } from '../../../features/texts/map-text.js';
import { actorOptionsText } from '../../../features/texts/options-text.js';
import { EventLog } from '../../../features/watching/event-log.js';
import { publishedState, snapshotOf, updateOf } from '../../../features/watching/spectator-state.js';
import { legalActions, numberedOffers, offerSchema } from '../../../proxy/actions/legal-actions.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { messagesBeforeLastTurn, type World } from '../../../proxy/world/world.js';
import { attempts } from '../../recordings/scene-attempts.js';
import { scenePort } from '../../recordings/scene-port.js';
import { ownCities, ownUnits } from '../own-things.js';

/** Own units and cities whose options are rendered. */
const MAX_ACTORS = 3;
/** One in so many actions is tried. */
const ATTEMPT_SAMPLE = 40;

/** Whatever a seat or a spectator may be shown of a world, by name. Each runs for itself. */
export const everyView: Readonly<Record<string, (world: World) => unknown>> = {
  full: fullView,
  delta: (world) => deltaView(world, Math.max(0, world.version - 50)),
  llm_optimized: (world) => llmOptimizedView(world),
  brief: (world) => {
    const brief = packedBrief(briefView(world, { since: messagesBeforeLastTurn(world) }));
    return [brief, briefText(brief)];
  },
  digest: (world) => turnDigest(world, { since: 0 }),
  counsel: (world) => counselOf(world),
  scene: (world) => sceneText(world),
  map: (world) => {
    const [centre = { tile: 0 }] = [...ownCities(world), ...ownUnits(world)];
    const window = mapWindow(world, { centre: world.map.position(centre.tile), radius: 7, wholeLists: true });
    return mapWindowText(window);
  },
  picture: (world) => mapSvg(world),
  cities: (world) => {
    const cities = cityRows(world, []);
    return cityRowsText(world, { cities, since: undefined, unchanged: 0, gone: undefined });
  },
  rules: (world) => {
    const { ruleset } = world;
    const tables = [
      ruleset.techs,
      ruleset.unitTypes,
      ruleset.improvements,
      ruleset.governments,
      ruleset.extras,
    ];
    const things = tables.flatMap((table) => [...table.values()].slice(0, 4));
    return things.map(({ name }) => lookUpRules(world, { name }));
  },
  offers: async (world) => {
    const offers = [...suggestedJourneys(world), ...(await legalActions(scenePort(world, [])))];
    return [numberedOffers(world, offers), offerSchema(offers)];
  },
  options: async (world) => {
    const actors = [...ownUnits(world).slice(0, MAX_ACTORS), ...ownCities(world).slice(0, MAX_ACTORS)];
    const offers = await legalActions(scenePort(world, []));
    return [undefined, ...actors.map(({ id }) => id)].map((id) =>
      actorOptionsText(actorOptions(world, id, offers, { isText: true })),
    );
  },
  attempts: async (world) => {
    const tried = attempts(world).filter((_action, index) => index % ATTEMPT_SAMPLE === 0);
    for (const action of tried) await performAction(scenePort(world, []), action, 'try');
  },
  spectator: (world) => {
    const log = new EventLog();
    log.recordTurn(world);
    const position = { stream: 's', version: 1 };
    const published = { ...publishedState(world, log), version: 0 };
    return [snapshotOf(world, log, {}, position), updateOf(world, log, {}, position, published)];
  },
};
