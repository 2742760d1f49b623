import type { PageMatch } from '@kickoff/contracts';
import { useEffect, useLayoutEffect, useRef } from 'react';

let firstPage = true;
/**
 * Before the first focus of a visit, headings are not focused: a focus ring would appear unasked.
 */
let hasHadFocus = false;
let shownTitle = 'KickOff';
let unreadCount = 0;

const show = () => {
  document.title = unreadCount > 0 ? `(${unreadCount}) ${shownTitle}` : shownTitle;
};

/** Shows the number of unread notifications in the tab's title. */
export function showNews(count: number): void {
  unreadCount = count;
  show();
}

/** Focuses the page's heading, also for a fan whose focused element is about to unmount. */
export function focusHeading(): HTMLElement | null {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  // Focusing must not scroll: the page restores its own position.
  heading?.focus({ preventScroll: true });
  return heading;
}

function setTitle(title: string): void {
  shownTitle = `${title} · KickOff`;
  show();
}

/** Sets the tab's title to the one that the current page declares, until the page sets another. */
export function useDeclaredTitle(page: PageMatch | undefined): void {
  // A layout effect, so that the page's own title comes after it.
  useLayoutEffect(() => {
    if (page) setTitle(page.title);
  }, [page]);
}

/**
 * Sets the tab's title; without one, the declared title stays. After navigation, focuses the new
 * page's heading.
 */
export function usePageTitle(title?: string): void {
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    if (title !== undefined) setTitle(title);
  }, [title]);

  useEffect(() => {
    heading.current = firstPage ? document.querySelector('h1') : focusHeading();
    if (firstPage) {
      document.addEventListener('focusin', () => (hasHadFocus = true), { once: true });
    }
    firstPage = false;
  }, []);

  useEffect(() => {
    // A page that finished loading, or changed, has a new heading.
    const isGone = heading.current?.isConnected === false;
    if (!isGone || document.activeElement !== document.body) return;
    heading.current = hasHadFocus ? focusHeading() : document.querySelector('h1');
  });
}
