import { useEffect } from 'react';

let firstPage = true;

/** Names the page in the tab. After a change of page, reading starts at the new page's heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · KickOff`;
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
