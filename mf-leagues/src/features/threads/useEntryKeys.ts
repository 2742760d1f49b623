import { useEffect, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { g: 1, G: -1 };
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]';

/** Returns the entries of a list in the order of the page. */
function listEntries(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')];
}

/** Focuses an entry and brings it to the middle of the screen. */
export function showEntry(entry: HTMLElement): void {
  entry.scrollIntoView({ block: 'center' });
  entry.focus({ preventScroll: true });
}

/** Returns the entry after or before the focus; without a focus in the list, the first. */
function findEntry(list: HTMLElement, step: number): HTMLElement | undefined {
  const entries = listEntries(list);
  const { activeElement } = document;
  if (!activeElement || activeElement === list || !list.contains(activeElement)) return entries[0];
  const isAfter = (entry: HTMLElement) =>
    (activeElement.compareDocumentPosition(entry) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    !activeElement.contains(entry);
  const isBefore = (entry: HTMLElement) =>
    (activeElement.compareDocumentPosition(entry) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 &&
    !entry.contains(activeElement);
  return step > 0 ? entries.find(isAfter) : entries.findLast(isBefore);
}

/** Moves the focus to the next entry of a thread with `g` and to the previous one with `G`. */
export function useEntryKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (!list.current || (target instanceof Element && target.closest(FIELDS))) return;
      const entry = findEntry(list.current, step);
      if (!entry) return;
      event.preventDefault();
      showEntry(entry);
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
