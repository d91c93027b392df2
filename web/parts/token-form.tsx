import { keepToken, status } from '../state.js';

/** Where not everybody may watch. */
export function TokenForm() {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = new FormData(form).get('token');
    if (typeof text !== 'string' || text === '') return;
    keepToken(text);
    status.value = { name: 'connecting' };
  };
  return (
    <main class="list">
      <h1>FreeCiv games</h1>
      <form class="card token" onSubmit={submit}>
        <label for="token">Watching needs a token here</label>
        <input id="token" name="token" type="password" autocomplete="off" required />
        <button type="submit">Watch</button>
      </form>
    </main>
  );
}
