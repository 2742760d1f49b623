import { useEffect, useRef } from 'react';

export interface ReplayActions {
  onToggle: () => void;
  /** Moves by so many seconds. */
  onMove: (seconds: number) => void;
}

/** The keys of video players. */
const MOVES: Readonly<Record<string, number>> = {
  j: -10,
  l: 10,
  ArrowLeft: -5,
  ArrowRight: 5,
};
const TEXT_FIELDS = 'input:not([type=range]), textarea, select, [contenteditable], [role=dialog]';
/** Controls that use the space bar or the arrow keys themselves. */
const CONTROLS = `${TEXT_FIELDS}, input, button, a, summary, [tabindex="0"]`;

/** Plays, pauses and moves by keyboard, wherever the focus is on the page. */
export function useReplayKeys(actions: ReplayActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      if (defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isLetter = /^[jlk]$/i.test(key);
      const around =
        target instanceof Element ? target.closest(isLetter ? TEXT_FIELDS : CONTROLS) : null;
      if (around) return;
      const move = MOVES[isLetter ? key.toLowerCase() : key];
      if (move !== undefined) latest.current.onMove(move);
      else if (key !== ' ' && key.toLowerCase() !== 'k') return;
      // A key that is held would play and pause by turns.
      else if (!event.repeat) latest.current.onToggle();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
