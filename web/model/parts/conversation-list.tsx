import type { ConversationObject } from '#shared/protocol/conversation-objects.js';

interface ConversationListProps {
  readonly objects: readonly ConversationObject[];
}

/** The latest objects that are shown at once; earlier ones are folded. */
const SHOWN = 12;

/** A conversation as people read it. Everything is inserted as text, never as HTML: models write whatever they want. */
export function ConversationList({ objects }: ConversationListProps) {
  const earlier = objects.slice(0, -SHOWN);
  const list = (some: readonly ConversationObject[], label: string) => (
    <ol class="conversation" aria-label={label}>
      {some.map((object, at) => (
        <li key={`${object.index}-${object.type}-${at}`} class={`said ${object.type} ${object.source}`}>
          <p class="said-head">
            <span class="kind">{headOf(object)}</span> <span class="muted">turn {object.turn}</span>
          </p>
          <ObjectBody object={object} />
        </li>
      ))}
    </ol>
  );
  return (
    <>
      {earlier.length > 0 && (
        <details class="more">
          <summary class="more-head">{earlier.length} before</summary>
          {list(earlier, 'Earlier conversation')}
        </details>
      )}
      {list(objects.slice(-SHOWN), 'Conversation')}
    </>
  );
}

/** What an object is, in a word or two. */
function headOf(object: ConversationObject): string {
  switch (object.type) {
    case 'user_message':
      return 'A person says';
    case 'ooc_message':
      return object.source === 'llm' ? 'Answers' : 'Is told';
    case 'analysis':
      return object.reasoning ? 'Reasons' : 'Says';
    case 'roll':
      return 'Fight';
    case 'resulting_scene':
      return 'What happened';
    case 'tracked_operations':
      return `Calls ${object.tool}`;
    case 'condition_table':
      return 'State of the realm';
    case 'map_data':
      return object.subtype === 'map' ? 'Map' : 'Cities';
    case 'error':
      return `Error ${object.error_type}`;
  }
}

function ObjectBody({ object }: { readonly object: ConversationObject }) {
  switch (object.type) {
    case 'user_message':
      return <p class="words">{object.user_message}</p>;
    case 'ooc_message':
      return <p class="words">{object.ooc_message}</p>;
    case 'analysis':
      return <Sections sections={object.sections} />;
    case 'roll':
      return <Roll odds={object.odds} outcome={object.outcome} roll={object.roll} />;
    case 'resulting_scene':
      return <p class="words">{object.resulting_scene}</p>;
    case 'tracked_operations':
      return <Operations operations={object.operations} />;
    case 'condition_table':
      return <Conditions rows={object.rows} />;
    case 'map_data':
      return <pre>{object.map_data}</pre>;
    case 'error':
      return <p class="words">{object.error_message}</p>;
  }
}

type Of<T extends ConversationObject['type']> = Extract<ConversationObject, { type: T }>;

function Sections({ sections }: Pick<Of<'analysis'>, 'sections'>) {
  return (
    <>
      {sections.map(({ title, text }, at) => (
        <div key={at}>
          {title !== '' && <h4>{title}</h4>}
          <p class="words">{text}</p>
        </div>
      ))}
    </>
  );
}

function Roll({ odds, outcome, roll }: Pick<Of<'roll'>, 'odds' | 'outcome' | 'roll'>) {
  const chance = odds === null ? 'odds not asked for' : `odds ${Math.round(odds * 100)} %`;
  return (
    <p class="words">
      <strong>{outcome}</strong> <span class="muted">({chance})</span> {roll}
    </p>
  );
}

function Operations({ operations }: Pick<Of<'tracked_operations'>, 'operations'>) {
  return (
    <ul class="operations">
      {operations.map(({ operation, ok, result }, at) => {
        const mark = markOf(ok);
        return (
          <li key={at} class={mark.name}>
            <span role="img" aria-label={mark.words}>
              {mark.sign}
            </span>{' '}
            <code>{operation}</code>
            {result !== '' && <small>{result}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** How it is shown whether something was done; null while that is not known. */
function markOf(ok: boolean | null) {
  if (ok === null) return { name: 'open', words: 'no result yet', sign: '…' };
  return ok ? { name: 'done', words: 'done', sign: '✓' } : { name: 'refused', words: 'not done', sign: '✗' };
}

function Conditions({ rows }: Pick<Of<'condition_table'>, 'rows'>) {
  return (
    <table class="conditions">
      <tbody>
        {rows.map(({ name, value }, at) =>
          name === '' ? (
            <tr key={at}>
              <td colSpan={2}>{value}</td>
            </tr>
          ) : (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
