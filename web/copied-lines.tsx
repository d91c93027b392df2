import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { copyText } from './ask-gateway.js';

/** State of a text area whose lines contain a token: `copy` copies a text. Without a clipboard it shows and selects the lines instead. */
export function useCopiedLines() {
  const lines = useRef<HTMLTextAreaElement>(null);
  const isTokenShown = useSignal(false);
  const said = useSignal('');
  const copy = async (text: string) => {
    const isCopied = await copyText(text);
    said.value = isCopied ? 'Copied' : 'Selected: copy it with the keyboard';
    if (isCopied) return;
    isTokenShown.value = true;
    requestAnimationFrame(() => lines.current?.select());
  };
  return { lines, isTokenShown, said, copy };
}

interface ShowTokenProps {
  readonly isShown: Signal<boolean>;
  readonly disabled?: boolean;
}

/** The button that shows the token in the lines, or hides it again. */
export function ShowToken({ isShown, disabled = false }: ShowTokenProps) {
  return (
    <button
      type="button"
      class="offer"
      aria-pressed={isShown.value}
      disabled={disabled}
      onClick={() => {
        isShown.value = !isShown.value;
      }}
    >
      Show the token
    </button>
  );
}
