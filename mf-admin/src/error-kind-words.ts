import type { ClientErrorRow } from '@kickoff/contracts';

/** The text of each kind of error in browsers. */
export const ERROR_KIND_WORDS: Record<ClientErrorRow['kind'], string> = {
  error: 'Script failed',
  rejection: 'Promise rejected',
  render: 'Drawing failed',
  load: 'Loading failed',
};
