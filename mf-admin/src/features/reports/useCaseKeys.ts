import { useEffect, type RefObject } from 'react';

export const NEXT_KEY = 'j';
export const PREVIOUS_KEY = 'k';

const STEPS: Readonly<Record<string, number>> = { [NEXT_KEY]: 1, [PREVIOUS_KEY]: -1 };
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]';

/** Moves the focus to the next case of a list with `j` and to the previous one with `k`. */
export function useCaseKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (!list.current || (target instanceof Element && target.closest(FIELDS))) return;
      const cases = [...list.current.querySelectorAll('article')];
      const present = cases.findIndex((one) => one.contains(document.activeElement));
      // Without a focused case both keys begin at the first.
      const next = cases[present === -1 ? 0 : present + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
