import { markReported } from '../../proxy/api/answers/entity-states.js';
import type { StateFormatRow } from '../../proxy/api/answers/state-formats.js';
import { offersForm, type StateQuestion } from '../../proxy/api/answers/state-question.js';
import { fittingScene, sceneText } from './scene.js';

/** Tokens of the answer around a scene. */
const SCENE_ENVELOPE_TOKENS = 40;
/** Share of the token budget for the scene when offers are requested, too. */
const SCENE_SHARE = 0.6;

/** The format of the position in prose. */
export const sceneFormat: StateFormatRow = { view: sceneState, moment: ['scenario'], answered: markReported };

/** A scene; within `max_tokens` it leaves room for the rest of the answer. */
function sceneState({ seat, query, budget }: StateQuestion): { readonly scene: string } {
  const { world } = seat;
  const { centre = query.center, radius } = query;
  if (budget === undefined) return { scene: sceneText(world, { centre, radius }) };
  const share = offersForm(query) === 'none' ? 1 : SCENE_SHARE;
  const room = (budget.tokens - SCENE_ENVELOPE_TOKENS) * share;
  const fits = (text: string) => budget.count(JSON.stringify(text)) <= room;
  return { scene: fittingScene(world, { centre, radius }, fits) };
}
