import type { Seat } from '../seat.js';

/** What became of one's actions, and what happened. The newest one is read out where the turn is ended. */
export function NewsList({ seat }: { readonly seat: Seat }) {
  const news = seat.news.shown.value;
  return (
    <section aria-labelledby="news">
      <h2 id="news">News</h2>
      {news.length === 0 && <p class="muted">None yet.</p>}
      <ol class="news">
        {news.map(({ id, mood, text, turn }) => (
          <li key={id} class={mood} title={text}>
            <span>{text}</span> <span class="muted">{turn}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
