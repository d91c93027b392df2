import type { LoginWishes } from '../../../agent/seat.js';
import { lastToken } from '../../stored-seat.js';
import { type EnteredFields, entered as lastEntered, play } from '../playing.js';

const skills = ['novice', 'easy', 'normal', 'hard'] as const;

interface JoinFormProps {
  /** The game; undefined for a new one. */
  readonly id: string | undefined;
  /** What was entered before it was refused. */
  readonly entered: EnteredFields | undefined;
  /** Why the last attempt was refused. */
  readonly problem: string | undefined;
}

/** Form with what llm_connect needs: token, name and game. */
export function JoinForm({ id, entered, problem }: JoinFormProps) {
  const before = (name: string, otherwise: string) => entered?.field(name) ?? otherwise;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name) ?? '').trim();
    const gameId = id ?? field('game');
    lastEntered.value = { gameId, isNew: id === undefined, field };
    const kept = { token: field('token'), agentId: field('agent'), gameId, sessionId: undefined, seq: 0 };
    play(kept, wishesIn(field, id === undefined));
    location.hash = `#/play/${gameId}`;
  };
  return (
    <main class="list">
      <p>
        <a href={id === undefined ? '#/' : `#/game/${id}`}>‹ {id === undefined ? 'All games' : 'Watch it'}</a>
      </p>
      <h1>{id === undefined ? 'A new game' : `Play ${id}`}</h1>
      <p class="lead">
        You get what agents get: their seat, their state and their offers, by the same protocol.
      </p>
      <form class="card join" onSubmit={submit}>
        <div class="field">
          <label>
            Token
            <input
              name="token"
              aria-describedby="join-token"
              type="password"
              autocomplete="off"
              required
              value={lastToken()}
              maxLength={512}
            />
          </label>
          <small id="join-token">As npm start prints it, or as you were given. It stays in this tab.</small>
        </div>
        <div class="field">
          <label>
            Agent id
            <input
              name="agent"
              aria-describedby="join-agent"
              required
              pattern="[A-Za-z0-9._:@\-]{1,64}"
              value={before('agent', 'human')}
              autocomplete="off"
            />
          </label>
          <small id="join-agent">Who comes back under the same id has the same seat.</small>
        </div>
        {id === undefined && <NewGame before={before} />}
        <label>
          Leader, as you like
          <input name="leader" maxLength={47} autocomplete="off" value={before('leader', '')} />
        </label>
        <label>
          Nation, as you like
          <input
            name="nation"
            maxLength={47}
            autocomplete="off"
            placeholder="Roman"
            value={before('nation', '')}
          />
        </label>
        {problem !== undefined && (
          <p class="notice" role="alert">
            {problem}
          </p>
        )}
        <button type="submit">Play</button>
      </form>
    </main>
  );
}

interface NewGameProps {
  /** What was entered in a field before, or something else. */
  before(name: string, otherwise: string): string;
}

function NewGame({ before }: NewGameProps) {
  return (
    <>
      <div class="field">
        <label>
          Game
          <input
            name="game"
            aria-describedby="join-game"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            value={before('game', `game-${crypto.randomUUID().slice(0, 6)}`)}
            autocomplete="off"
          />
        </label>
        <small id="join-game">One that runs already is joined.</small>
      </div>
      <label>
        Players
        <input name="players" type="number" min={2} max={16} value={before('players', '4')} />
      </label>
      <label>
        The others play
        <select name="skill" value={before('skill', 'easy')}>
          {skills.map((skill) => (
            <option key={skill}>{skill}</option>
          ))}
        </select>
      </label>
      <div class="field">
        <label>
          Seconds for a turn
          <input
            name="seconds"
            aria-describedby="join-seconds"
            type="number"
            min={0}
            max={86400}
            value={before('seconds', '0')}
          />
        </label>
        <small id="join-seconds">0: as long as you like.</small>
      </div>
    </>
  );
}

/** The optional fields of llm_connect. */
function wishesIn(field: (name: string) => string, isNew: boolean): LoginWishes {
  const config = {
    players: Number(field('players')),
    ai_skill: skills.find((skill) => skill === field('skill')),
    turn_time_limit: Number(field('seconds')),
  };
  return {
    ...(field('leader') !== '' && { leader_name: field('leader') }),
    ...(field('nation') !== '' && { nation: field('nation') }),
    ...(isNew ? { game_config: config } : { create: false }),
  };
}
