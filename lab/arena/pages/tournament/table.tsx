import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly heads: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly [ComponentChildren, ...ComponentChildren[]])[];
  /** Whether its cells are sentences and lists, not figures. */
  readonly hasWords?: boolean;
}

/** A table that is as wide as it needs to be in a page that is not. */
export function Table({ heads, rows, hasWords = false }: TableProps) {
  return (
    <div class={hasWords ? 'wide words' : 'wide'}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([at, [name, ...cells]]) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              {[...cells.entries()].map(([column, cell]) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
