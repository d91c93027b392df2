import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { errorCodes } from '#shared/core/error-codes.js';
import type { JsonObject } from '#shared/core/json.js';
import { closeCodes, closeMeanings, closeNames, mayReconnect } from '#shared/protocol/close-codes.js';
import { copyText } from '../ask-gateway.js';
import { partIds } from './contents.js';
import { Examples } from './example.js';
import { fieldRows } from './field-table.js';
import type { DocumentedChannel, DocumentedMessage } from './protocol-documents.js';

type Types = Readonly<Record<string, JsonObject>>;

/** A socket: its messages, each with an example and its fields. */
export function ChannelSection({
  channel,
  types,
}: {
  readonly channel: DocumentedChannel;
  readonly types: Types;
}) {
  const { name, address, title, messages } = channel;
  return (
    <section id={name}>
      <h2>
        <code>{address}</code> {title}
      </h2>
      {messages.map((message) => (
        <MessagePart
          key={message.name}
          id={partIds.message(name, message.name)}
          message={message}
          types={types}
        />
      ))}
    </section>
  );
}

interface MessageProps {
  readonly id: string;
  readonly message: DocumentedMessage;
  readonly types: Types;
}

function MessagePart({ id, message, types }: MessageProps) {
  const { name, summary, isSent, answers, payload } = message;
  return (
    <Part id={id} title={name} summary={summary} note={isSent ? 'from the gateway' : 'to the gateway'}>
      {answers.length > 0 && (
        <p>
          Answered by{' '}
          {answers.map((answer, at) => [at === 0 ? '' : ' or ', <code key={answer}>{answer}</code>])}.
        </p>
      )}
      <Example value={new Examples(types).of(payload)} />
      <FieldTable schema={payload} types={types} />
    </Part>
  );
}

/** The shared schemas. */
export function TypesSection({ types }: { readonly types: Types }) {
  return (
    <section id="types">
      <h2>Types</h2>
      {Object.entries(types).map(([name, schema]) => (
        <Part key={name} id={partIds.type(name)} title={name}>
          <FieldTable schema={schema} types={types} />
        </Part>
      ))}
    </section>
  );
}

/** What error codes and close codes mean. */
export function CodesSection() {
  const errors = Object.entries(errorCodes).map(([code, { meaning, retry }]) => [
    code,
    meaning,
    yesOrNo(retry),
  ]);
  const closes = closeNames.map((name) => {
    const code = closeCodes[name];
    return [String(code), closeMeanings[name], yesOrNo(mayReconnect(code))];
  });
  return (
    <>
      <section id="errors">
        <h2>Error codes</h2>
        <Table heads={['Code', 'Meaning', 'May work later']} rows={errors} />
      </section>
      <section id="closes">
        <h2>Close codes</h2>
        <Table heads={['Code', 'Meaning', 'Come back']} rows={closes} />
      </section>
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly summary?: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** What opens when its title is clicked, or a link to it. What is inside is made when it is first opened. */
function Part({ id, title, summary, note, children }: PartProps) {
  const isOpened = useSignal(false);
  const open = ({ currentTarget }: { readonly currentTarget: HTMLDetailsElement }) => {
    if (currentTarget.open) isOpened.value = true;
  };
  return (
    <details id={id} onToggle={open}>
      <summary>
        <code>{title}</code> {summary !== undefined && <Words text={summary} />}{' '}
        {note !== undefined && <small>{note}</small>}
      </summary>
      {isOpened.value && children}
    </details>
  );
}

function Example({ value }: { readonly value: unknown }) {
  const said = useSignal('');
  const text = JSON.stringify(value, undefined, 2);
  const copy = async () => {
    said.value = (await copyText(text)) ? 'Copied' : 'Select the text and copy it';
  };
  return (
    <div class="example">
      <pre>{text}</pre>
      <button type="button" onClick={copy}>
        Copy
      </button>
      <output>{said}</output>
    </div>
  );
}

function FieldTable({ schema, types }: { readonly schema: JsonObject; readonly types: Types }) {
  const rows = fieldRows(schema).map(({ path, type, isOptional, description }) => [
    path,
    <TypeCell key={path} type={`${type}${isOptional ? ', optional' : ''}`} types={types} />,
    <Words key={description} text={description} />,
  ]);
  return rows.length === 0 ? null : <Table heads={['Field', 'Type', 'Meaning']} rows={rows} />;
}

/** A type in words; the name of a shared schema links to its table. */
function TypeCell({ type, types }: { readonly type: string; readonly types: Types }) {
  const words = type.split(/\b([A-Z][A-Za-z]+)\b/).map((word, at) =>
    Object.hasOwn(types, word) ? (
      <a key={at} href={`#${partIds.type(word)}`}>
        {word}
      </a>
    ) : (
      word
    ),
  );
  return <>{words}</>;
}

/** A description; what stands between backticks is code. */
function Words({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}

interface TableProps {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

function Table({ heads, rows }: TableProps) {
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
