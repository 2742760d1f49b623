import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the search box and the results by the arrow keys. */
export function moveAmongResults(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]'),
  ];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at === -1 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
