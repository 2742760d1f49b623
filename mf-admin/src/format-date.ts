import { dateFormat } from '@kickoff/ui';

/** Formats a local date: 21 Nov 2026. */
export const formatDate = dateFormat({ dateStyle: 'medium' });
