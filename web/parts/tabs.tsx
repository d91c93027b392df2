import { useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Whether nothing can be chosen, as no script runs: all panels are shown, one below the other. */
export const ShowsAll = createContext(false);

interface TabsProps<T> {
  readonly label: string;
  /** The first is shown until another one is chosen. */
  readonly choices: readonly (readonly [name: string, choice: T])[];
  panel(choice: T, name: string): ComponentChildren;
}

/** Tabs that choose what is shown, and the panel of the chosen one. */
export function Tabs<T>({ label, choices, panel }: TabsProps<T>) {
  const shown = useSignal(0);
  const showsAll = useContext(ShowsAll);
  if (showsAll)
    return choices.map(([name, choice]) => (
      <section key={name}>
        <h3>{name}</h3>
        {panel(choice, name)}
      </section>
    ));
  const now = choices[shown.value];
  return (
    <>
      <fieldset class="tabs" aria-label={label}>
        {choices.map(([name], index) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown.value === index}
            onClick={() => {
              shown.value = index;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {now !== undefined && panel(now[1], now[0])}
    </>
  );
}
