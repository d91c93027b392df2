import { useEffect, useRef } from 'preact/hooks';
import { offerLabel, offerPrice } from '../news.js';
import type { PlayedSeat } from '../played-seat.js';
import { type MenuEntry, tileMenu } from '../playing.js';
import { runMenuEntry } from '../tile-click.js';

/** The menu of a clicked tile. */
export function TileChoice({ seat }: { readonly seat: PlayedSeat }) {
  const menu = tileMenu.value;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [menu]);
  if (menu === undefined) return null;
  return (
    <section class="tile-choice card" aria-label="What to do there">
      {menu.entries.map((entry, place) => (
        <button
          key={entryLabel(entry)}
          type="button"
          class="offer"
          {...(place === 0 && { ref: first })}
          onClick={() => runMenuEntry(seat, entry, menu.tile)}
        >
          <span>{entryLabel(entry)}</span>
          {entry.kind === 'offer' && offerPrice(entry.offer) !== '' && (
            <span class="price">{offerPrice(entry.offer)}</span>
          )}
          <EnterKey />
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
        <EnterKey />
      </button>
    </section>
  );
}

/** Shown on the entry that Enter presses. */
function EnterKey() {
  return (
    <span class="key" aria-hidden="true">
      ⏎
    </span>
  );
}

function entryLabel(entry: MenuEntry): string {
  switch (entry.kind) {
    case 'offer':
      return offerLabel(entry.offer);
    case 'choose':
      return `Choose ${entry.name}`;
    case 'send':
      return `Send ${entry.name} there`;
  }
}
