import { dateFormat } from '@kickoff/ui';

/** The day where the reader is: 21 Nov 2026. */
export const dayOf = dateFormat({ dateStyle: 'medium' });
