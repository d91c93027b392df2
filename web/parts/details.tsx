import type { SpectatorCity, UnitRow } from '#shared/protocol/spectator/messages.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { softenColor } from '../map/palette.js';
import { symbolStrokes } from '../map/unit-symbols.js';
import { picture, selected } from '../state.js';
import { buildingWords, growthWords, surplusWords } from './state-words.js';

interface DetailsProps {
  goTo(tile: number): void;
}

/** Details of the selected tile. */
export function Details({ goTo }: DetailsProps) {
  const view = picture.value?.view;
  const tile = selected.value;
  const row = tile === undefined ? undefined : view?.tiles.get(tile);
  if (view === undefined || tile === undefined || row === undefined) return null;
  const terrain = view.rules.terrains.find(({ id }) => id === row[1])?.name ?? 'Unknown land';
  const extras = row.slice(4).flatMap((id) => view.rules.extras.find((extra) => extra.id === id)?.name ?? []);
  const owner = view.players.get(row[2]);
  const city = [...view.cities.values()].find((one) => one.tile === tile);
  const units = [...view.units.values()].filter((unit) => unit[3] === tile);
  const close = () => {
    selected.value = undefined;
  };
  return (
    <section
      class="details card"
      aria-label="Details of the place"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <button type="button" class="close" aria-label="Close the details" onClick={close}>
        ×
      </button>
      {city !== undefined && <City city={city} view={view} />}
      <p>
        <button type="button" class="link" onClick={() => goTo(tile)}>
          ({tile % view.map.width}, {Math.floor(tile / view.map.width)})
        </button>{' '}
        {terrain}
        {extras.length > 0 && <span class="muted"> · {extras.join(', ')}</span>}
      </p>
      {owner !== undefined && (
        <p>
          <span class="swatch" style={{ background: softenColor(owner.color) }} aria-hidden="true" />{' '}
          {owner.nation} land
        </p>
      )}
      {units.length > 0 && (
        <ul class="units">
          {units.map((unit) => (
            <li key={unit[0]}>
              <Unit unit={unit} view={view} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function City({ city, view }: { readonly city: SpectatorCity; readonly view: SpectatorView }) {
  const owner = view.players.get(city.owner);
  return (
    <>
      <h3>
        <span
          class="swatch"
          style={{ background: softenColor(owner?.color ?? '#888888') }}
          aria-hidden="true"
        />{' '}
        {city.name} <span class="muted">size {city.size}</span>
      </h3>
      {city.production !== null && (
        <p>
          Builds <strong>{city.production}</strong> <span class="muted">{buildingWords(city)}</span>
        </p>
      )}
      {city.growth !== undefined && (
        <>
          <p>{growthWords(city.growth)}</p>
          <p>{surplusWords(city.growth)}</p>
        </>
      )}
      {city.buildings.length > 0 && <p class="muted">{city.buildings.join(', ')}</p>}
    </>
  );
}

function Unit({ unit, view }: { readonly unit: UnitRow; readonly view: SpectatorView }) {
  const [, typeId, ownerId, , hp, veteran, activity] = unit;
  const type = view.rules.unit_types.find(({ id }) => id === typeId);
  const owner = view.players.get(ownerId);
  return (
    <>
      <svg viewBox="-12 -12 24 24" aria-hidden="true" class="symbol">
        <rect x="-12" y="-12" width="24" height="24" rx="5" fill={softenColor(owner?.color ?? '#888888')} />
        <path d={symbolStrokes(type?.kind ?? 'soldier')} transform="scale(.85)" />
      </svg>
      <span>
        {owner?.nation} <strong>{type?.name ?? 'unit'}</strong>
        <span class="muted">
          {' '}
          {hp}/{type?.hp ?? hp} hp{veteran > 0 && `, veteran ${veteran}`}
          {activity !== 'idle' && `, ${activity.replaceAll('_', ' ')}`}
        </span>
      </span>
    </>
  );
}
