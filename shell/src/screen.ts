import type { PageMatch } from '@kickoff/contracts';
import type { ComponentType } from 'react';

export interface ScreenProps {
  page: PageMatch;
}

/** One chunk of the shell: a public page, or the layout of an audience's pages. */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  /** The tab's title, if the page is part of the shell. */
  title?: string;
  /** Starts loading what the page needs, before the first render. */
  prepare?: (page: PageMatch) => void;
}
