import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ConfirmButtonProps {
  /** What the button says, such as "End". */
  readonly label: string;
  /** What is asked, such as "End the game g1 with its present ranking?" */
  readonly question: string;
  readonly onConfirm: () => Promise<void>;
}

/** A button that asks before it acts. Escape or "No" cancels. The focus moves to the question and back. */
export function ConfirmButton({ label, question, onConfirm }: ConfirmButtonProps) {
  const isAsked = useSignal(false);
  const no = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsked.value) no.current?.focus();
    else if (wasAsked.current) first.current?.focus();
    wasAsked.current = isAsked.value;
  }, [isAsked.value]);
  const close = () => {
    isAsked.value = false;
  };
  if (!isAsked.value)
    return (
      <button
        type="button"
        class="admin-action"
        ref={first}
        aria-label={`${label}: ${question}`}
        onClick={() => {
          isAsked.value = true;
        }}
      >
        {label}
      </button>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <span class="admin-question" role="alertdialog" aria-label={question} onKeyDown={onKeyDown}>
      <span>{question}</span>
      <button
        type="button"
        class="admin-action danger"
        onClick={() => {
          close();
          void onConfirm();
        }}
      >
        Yes, {label.toLowerCase()}
      </button>
      <button type="button" class="admin-action" ref={no} onClick={close}>
        No
      </button>
    </span>
  );
}
