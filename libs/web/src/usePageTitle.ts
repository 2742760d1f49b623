import { useEffect } from 'react';

let firstPage = true;
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

/** Names the page in the tab. After a change of page, reading starts at the new page's heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shownTitle = `${title} · KickOff`;
    show();
  }, [title]);

  useEffect(() => {
    if (!firstPage) {
      const heading = document.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      // Where the page is scrolled to is not for the heading to say.
      heading?.focus({ preventScroll: true });
    }
    firstPage = false;
  }, []);
}
