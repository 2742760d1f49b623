import type { PageMatch } from '@kickoff/contracts';
import type { ComponentType } from 'react';

export interface ScreenProps {
  page: PageMatch;
}

/** One chunk of the shell: a public page, or the layout of an audience's pages. */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  /** Starts loading what the page needs, before the first render, which waits for the result. */
  prepare?: (page: PageMatch) => Promise<void> | void;
}
