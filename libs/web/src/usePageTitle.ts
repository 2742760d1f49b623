import { useEffect, useRef } from 'react';

let firstPage = true;
/** Whoever has only looked at a page until now sees no mark of a focus appear in it. */
let hasHadFocus = false;
let shownTitle = 'KickOff';
let news = 0;

const show = () => {
  document.title = news > 0 ? `(${news}) ${shownTitle}` : shownTitle;
};

/** Says in the tab how much there is that was not seen yet. */
export function showNews(count: number): void {
  news = count;
  show();
}

/** Leads to where reading begins, also whoever was at something that goes. */
export function focusHeading(): HTMLElement | null {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  // Where the page is scrolled to is not for the heading to say.
  heading?.focus({ preventScroll: true });
  return heading;
}

/** Names the page in the tab. After a change of page, reading starts at the new page's heading. */
export function usePageTitle(title: string): void {
  const heading = useRef<HTMLElement | null>(null);
  useEffect(() => {
    shownTitle = `${title} · KickOff`;
    show();
  }, [title]);

  useEffect(() => {
    heading.current = firstPage ? document.querySelector('h1') : focusHeading();
    if (firstPage) {
      document.addEventListener('focusin', () => (hasHadFocus = true), { once: true });
    }
    firstPage = false;
  }, []);

  useEffect(() => {
    // A page that was on its way, or has become another, has another heading now.
    const isGone = heading.current?.isConnected === false;
    if (!isGone || document.activeElement !== document.body) return;
    heading.current = hasHadFocus ? focusHeading() : document.querySelector('h1');
  });
}
