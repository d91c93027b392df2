import { type Signal, useSignal } from '@preact/signals';

interface TokenFieldProps {
  readonly label: string;
  readonly token: Signal<string>;
  readonly maxLength: number;
}

/** A password field that sets `token` when the user leaves it, not at each key: half a token would count as a wrong one. */
export function TokenField({ label, token, maxLength }: TokenFieldProps) {
  const typed = useSignal(token.value);
  return (
    <label>
      {label}
      <input
        type="password"
        value={typed.value}
        autocomplete="off"
        maxLength={maxLength}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onChange={() => {
          token.value = typed.value;
        }}
      />
    </label>
  );
}
