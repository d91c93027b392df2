import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { MapCanvas } from '../map/map-canvas.js';
import { picture, staticPage } from '../state.js';

interface DownloadsProps {
  readonly id: string;
  readonly map: RefObject<MapCanvas | undefined>;
  readonly token: string | undefined;
  /** The view, as the `view` parameter takes it; undefined for the whole game. */
  readonly view: string | undefined;
}

/** Buttons to save pictures of the shown turn, and the recording for `npm run replay`. */
export function Downloads({ id, map, token, view }: DownloadsProps) {
  const problem = useSignal<string | undefined>(undefined);
  const header = picture.value?.view.header;
  if (header === undefined) return null;
  const takePicture = async (what: 'view' | 'world') => {
    const blob = await map.current?.picture(what, id);
    if (blob != null) save(blob, `${id}-turn-${header.turn}${what === 'world' ? '-map' : ''}.png`);
  };
  const takeRecording = async () => {
    problem.value = undefined;
    const query = view === undefined ? '' : `?view=${view}`;
    const address = staticPage.value?.recordingAddress(id) ?? `/api/games/${id}/recording.fcr${query}`;
    problem.value = await fetchRecording(address, token, id);
  };
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">To keep</h2>
      <div class="offers">
        <button type="button" class="offer" onClick={() => void takePicture('view')}>
          Picture of this view
        </button>
        <button type="button" class="offer" onClick={() => void takePicture('world')}>
          Picture of the whole map
        </button>
        <button type="button" class="offer" onClick={() => void takeRecording()}>
          Recording
        </button>
      </div>
      <p class="muted">
        <small>npm run replay -- FILE shows a recording.</small>
      </p>
      {problem.value !== undefined && (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  );
}

/** Downloads a recording; returns why not, or undefined. The token is sent in a header, so that no URL contains it. */
async function fetchRecording(
  address: string,
  token: string | undefined,
  id: string,
): Promise<string | undefined> {
  try {
    const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(address, { headers });
    if (!response.ok) {
      const { error }: { readonly error?: string } = await response.json();
      return error ?? 'The recording is not to be had';
    }
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    save(await response.blob(), named ?? `${id}.fcr`);
    return undefined;
  } catch {
    return 'The recording could not be fetched';
  }
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
