import { useEffect, useRef } from 'preact/hooks';
import { enter } from '../picking.js';
import { type MenuEntry, tileMenu } from '../playing.js';
import type { Seat } from '../seat.js';
import { plainLabel, priceOf } from '../words.js';

/** What may be meant by a click on a tile. */
export function TileChoice({ seat }: { readonly seat: Seat }) {
  const menu = tileMenu.value;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [menu]);
  if (menu === undefined) return null;
  return (
    <section class="tile-choice card" aria-label="What to do there">
      {menu.entries.map((entry, place) => (
        <button
          key={nameOf(entry)}
          type="button"
          class="offer"
          {...(place === 0 && { ref: first })}
          onClick={() => enter(seat, entry, menu.tile)}
        >
          <span>{nameOf(entry)}</span>
          {entry.kind === 'offer' && priceOf(entry.offer) !== '' && (
            <span class="price">{priceOf(entry.offer)}</span>
          )}
        </button>
      ))}
      <button
        type="button"
        class="offer quiet"
        onClick={() => {
          tileMenu.value = undefined;
        }}
      >
        Nothing
      </button>
    </section>
  );
}

function nameOf(entry: MenuEntry): string {
  switch (entry.kind) {
    case 'offer':
      return plainLabel(entry.offer);
    case 'choose':
      return `Choose ${entry.name}`;
    case 'send':
      return `Send ${entry.name} there`;
  }
}
