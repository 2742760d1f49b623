import type { PageMatch } from '@kickoff/contracts';
import type { ComponentType } from 'react';

export interface ScreenProps {
  page: PageMatch;
}

/** One chunk of the shell: an entrance page, or the layout around the pages of an audience. */
export interface ScreenModule {
  default: ComponentType<ScreenProps>;
  /** The tab's title, where the page itself is part of the shell. */
  title?: string;
  /** Starts to fetch what the page needs, before anything is drawn. */
  prepare?: (page: PageMatch) => void;
}
