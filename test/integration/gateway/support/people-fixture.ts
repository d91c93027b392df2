import { freePort } from '../../../support/free-port.js';
import { type Fixture, startFixture } from './gateway-fixture.js';
import { answerAll, type ScriptedProxy } from './scripted-proxy.js';

/** The tokens of a gateway with a port for people. */
const tokens =
  'boss=*/*/play+manage,seat=anna/cup/play,other=bob/league/play,agents=*/cup/play,watch=*/*/watch';

/** A gateway with PLAY_PORT. */
export interface PeopleFixture extends Fixture {
  readonly playPort: number;
}

/** The real gateway with a port for people, linked to a scripted proxy that has the game `cup`. */
export async function startForPeople(
  environment: Record<string, string> = {},
  options: Parameters<typeof startFixture>[1] = {},
): Promise<PeopleFixture> {
  const playPort = await freePort();
  const settings = { LLM_API_TOKENS: tokens, PLAY_PORT: String(playPort), ...environment };
  const fixture = await startFixture(settings, options);
  fixture.proxy.respond = withGames;
  return { ...fixture, playPort };
}

function withGames(...[request, proxy]: Parameters<ScriptedProxy['respond']>): void {
  const seats = ['red', 'person-1'].map((agent_id) => ({ agent_id }));
  if (request.type !== 'game_info') answerAll(request, proxy);
  else if (request.game_id === 'cup') proxy.answer(request, 'game_info', { seats });
  else proxy.answer(request, 'error', { error_code: 'E140', error_message: 'There is no such game' });
}
