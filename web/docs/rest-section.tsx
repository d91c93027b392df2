import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { JsonObject } from '#shared/core/json.js';
import type { Operation } from './protocol-documents.js';

/** What Swagger UI gives to pages; the gateway serves it where the package @fastify/swagger-ui is installed. */
interface SwaggerUi {
  readonly layoutActions: { show(thing: readonly string[], isShown: boolean): void };
}

type SwaggerUiBundle = ((options: object) => SwaggerUi) & { readonly presets: { readonly apis: unknown } };

declare global {
  interface Window {
    SwaggerUIBundle?: SwaggerUiBundle;
    noZensmooth?: boolean;
  }
}

const BUNDLE = '/docs/swagger-ui.js';
const STYLE = '/docs/swagger-ui.css';

let loading: Promise<SwaggerUiBundle | undefined> | undefined;

/** Swagger UI, loaded once; undefined where the gateway does not have it. */
function loadSwaggerUi(): Promise<SwaggerUiBundle | undefined> {
  loading ??= new Promise((resolve) => {
    // Without it Swagger UI follows all links of the page to parts of it by itself, and no hashchange comes.
    window.noZensmooth = true;
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLE });
    const script = Object.assign(document.createElement('script'), { src: BUNDLE });
    script.addEventListener('load', () => resolve(window.SwaggerUIBundle));
    script.addEventListener('error', () => resolve(undefined));
    document.head.append(style, script);
  });
  return loading;
}

/** A document in Swagger UI. */
interface RestProps {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  /** Whether requests can be sent from here: the port is that of the page. */
  readonly canTry: boolean;
  /** The operation to open. */
  readonly opened?: Operation | undefined;
}

/** The routes in Swagger UI, which sends requests with the caller's token; as a list where it is not installed. */
export function RestSection({ document, operations, canTry, opened }: RestProps) {
  const place = useRef<HTMLDivElement>(null);
  const ui = useRef<SwaggerUi>(null);
  const state = useSignal<'loading' | 'shown' | 'missing'>('loading');
  useEffect(() => {
    void loadSwaggerUi().then((bundle) => {
      if (bundle === undefined || place.current === null) {
        state.value = 'missing';
        return;
      }
      // The document names the gateway's usual address; requests go to the gateway that serves this page.
      const spec = canTry ? { ...document, servers: [{ url: location.origin }] } : document;
      ui.current = bundle({
        ...{ spec, domNode: place.current, presets: [bundle.presets.apis], docExpansion: 'list' },
        ...{ tryItOutEnabled: canTry, supportedSubmitMethods: canTry ? undefined : [] },
        ...{ defaultModelsExpandDepth: -1, persistAuthorization: false, validatorUrl: null },
        onComplete: () => {
          state.value = 'shown';
        },
      });
    });
  }, []);
  useEffect(() => {
    if (opened === undefined || state.value !== 'shown') return;
    ui.current?.layoutActions.show(['operations', opened.tag, opened.id], true);
    const shown = place.current?.querySelector(`[id="operations-${opened.tag}-${opened.id}"]`);
    shown?.scrollIntoView();
  }, [opened, state.value]);
  return (
    <>
      <div class="swagger" ref={place} />
      {state.value === 'missing' && <OperationList operations={operations} />}
    </>
  );
}

function OperationList({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <ul>
      {operations.map(({ id, method, path, summary }) => (
        <li key={id} id={`rest-${id}`}>
          <code>
            {method} {path}
          </code>{' '}
          {summary}
        </li>
      ))}
    </ul>
  );
}
