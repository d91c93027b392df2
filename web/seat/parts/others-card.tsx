import type { Offer } from '#shared/protocol/state/offer.js';
import type { PlayerView } from '#shared/protocol/state/player.js';
import { offersOfNation } from '../offers.js';
import type { PlayState } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';
import { OfferButton } from './offer-button.js';
import { OfferGroup } from './offer-group.js';

/** The other players: relations, treaties and messages. */
export function OthersCard({ seat }: { readonly seat: PlayedSeat }) {
  const state = seat.state.value;
  if (state === undefined) return null;
  const others = Object.values(state.players).filter(
    ({ id, is_alive, barbarian }) => id !== state.player_id && is_alive && barbarian === undefined,
  );
  return (
    <section aria-labelledby="others">
      <h2 id="others">Others</h2>
      <ul class="rivals">
        {others.map((player) => (
          <li key={player.id}>
            <Other seat={seat} state={state} player={player} />
          </li>
        ))}
      </ul>
      <Talk seat={seat} others={others} />
    </section>
  );
}

interface OtherProps {
  readonly seat: PlayedSeat;
  readonly state: PlayState;
  readonly player: PlayerView;
}

function Other({ seat, state, player }: OtherProps) {
  const own = state.players[state.player_id];
  const relation = own?.diplomatic_relations.find(({ player_id }) => player_id === player.id)?.status;
  const offers = offersOfNation(state).filter(
    (offer) => isAbout(offer, player) && (offer.type.startsWith('treaty_') || offer.type === 'cancel_pact'),
  );
  const clauses = offers.filter(({ type }) => type === 'treaty_add_clause');
  const rest = offers.filter((offer) => !clauses.includes(offer));
  return (
    <>
      <p>
        <strong>{player.nation}</strong> <span class="muted">{player.name}</span>
        <span class="muted"> · {relation?.replaceAll('_', ' ') ?? 'unknown'}</span>
      </p>
      <Treaty state={state} player={player} />
      <div class="offers">
        {rest.map((offer) => (
          <OfferButton key={offer.label} seat={seat} offer={offer} text={withoutName(offer, player)} />
        ))}
      </div>
      <OfferGroup seat={seat} name="Put into the treaty" offers={clauses} />
    </>
  );
}

function isAbout({ target }: Offer, { id }: PlayerView): boolean {
  return target !== undefined && 'id' in target && target.id === id;
}

/** The label without the player's name, which the card has. */
function withoutName({ label }: Offer, { name }: PlayerView): string {
  const at = label.startsWith(name) ? label.indexOf(': ') + 2 : 0;
  return `${label.slice(at, at + 1).toUpperCase()}${label.slice(at + 1)}`;
}

function Treaty({ state, player }: Omit<OtherProps, 'seat'>) {
  const treaty = state.treaties.find(({ player_id }) => player_id === player.id);
  if (treaty === undefined) return null;
  const clauses = treaty.clauses.map(({ giver, type, value }) => {
    const whose = giver === state.player_id ? 'you give' : 'they give';
    return `${whose} ${type}${value === null ? '' : ` (${value})`}`;
  });
  const accepted = [treaty.i_accepted && 'you', treaty.other_accepted && 'they']
    .filter(Boolean)
    .join(' and ');
  return (
    <p class="treaty">
      On the table: {clauses.length === 0 ? 'nothing yet' : clauses.join('; ')}.
      {accepted !== '' && ` Accepted: ${accepted}.`}
    </p>
  );
}

interface TalkProps {
  readonly seat: PlayedSeat;
  readonly others: readonly PlayerView[];
}

function Talk({ seat, others }: TalkProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    const [text, to] = [String(fields.get('text') ?? '').trim(), String(fields.get('to') ?? '')];
    if (text === '') return;
    const target = to === '' ? {} : { target: { id: Number(to) } };
    void seat.act({ type: 'diplomacy_message', label: `“${text}”`, ...{ text }, ...target });
    form.reset();
  };
  return (
    <form class="talk" onSubmit={submit}>
      <select name="to" aria-label="To whom">
        <option value="">to all</option>
        {others.map(({ id, nation }) => (
          <option key={id} value={id}>
            to {nation}
          </option>
        ))}
      </select>
      <input
        name="text"
        aria-label="Message"
        placeholder="Say something"
        autocomplete="off"
        maxLength={200}
      />
      <button type="submit">Say</button>
    </form>
  );
}
