import { useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ContentsGroup, contentsOf, partIds, search } from './contents.js';
import { ChannelSection, CodesSection, TypesSection } from './parts.js';
import { documentRoutes, loadDocuments, type ProtocolDocuments } from './protocol-documents.js';
import { RestSection } from './rest-section.js';

/** Opens the part that the address names, and shows it. */
function showTarget(id: string): void {
  const target = document.getElementById(id);
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}

function Contents({ groups }: { readonly groups: readonly ContentsGroup[] }) {
  const words = useSignal('');
  const found = search(groups, words.value);
  const toFirst = (event: SubmitEvent) => {
    event.preventDefault();
    const first = found[0]?.entries[0];
    if (first !== undefined) location.hash = first.id;
  };
  return (
    <nav aria-label="Contents">
      <a href="/">← The games of this gateway</a>
      <search>
        <form onSubmit={toFirst}>
          <label for="search">Search messages, routes and fields</label>
          <input
            id="search"
            type="search"
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value;
            }}
          />
        </form>
      </search>
      {found.length === 0 && <p>Nothing has these words.</p>}
      {found.map(({ title, entries }) => (
        <details key={title} open={words.value !== '' || title !== 'Types'}>
          <summary>{title}</summary>
          <ul>
            {entries.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`}>{label}</a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

/** What a link leads to; nothing for one that is written wrong. */
function targetOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function Documents({ documents }: { readonly documents: ProtocolDocuments }) {
  const { channels, operations, types, rest, proxy } = documents;
  const target = useSignal(targetOf(location.hash));
  useEffect(() => {
    const follow = () => {
      target.value = targetOf(location.hash);
      showTarget(target.value);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const opened = operations.find(({ id }) => partIds.operation(id) === target.value);
  return (
    <>
      <Contents groups={contentsOf(documents)} />
      <main>
        <h1>FreeCiv LLM gateway: protocol</h1>
        <p>
          For programs: <a href={documentRoutes.sockets}>AsyncAPI 3</a> for the sockets,{' '}
          <a href={documentRoutes.rest}>OpenAPI 3.1</a> for REST, and for{' '}
          <a href={documentRoutes.proxy}>the proxy's own port</a>.
        </p>
        {channels.map((channel) => (
          <ChannelSection key={channel.name} channel={channel} types={types} />
        ))}
        <section id="rest">
          <h2>REST</h2>
          <p>Authorize takes your token; Execute sends the request to this gateway.</p>
          <RestSection document={rest} operations={operations} canTry={true} opened={opened} />
        </section>
        <CodesSection />
        <section id="proxy">
          <h2>The proxy's own port, for operators</h2>
          <RestSection document={proxy} operations={[]} canTry={false} />
        </section>
        <TypesSection types={types} />
      </main>
    </>
  );
}

function App() {
  const documents = useSignal<ProtocolDocuments | 'loading' | 'failed'>('loading');
  useEffect(() => {
    loadDocuments().then(
      (loaded) => {
        documents.value = loaded;
      },
      () => {
        documents.value = 'failed';
      },
    );
  }, []);
  if (documents.value === 'loading') return <p>Loading…</p>;
  if (documents.value === 'failed') return <p>The gateway cannot be reached.</p>;
  return <Documents documents={documents.value} />;
}

const root = document.getElementById('page');
if (root !== null) render(<App />, root);
