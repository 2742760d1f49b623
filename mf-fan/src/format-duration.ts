import { pluralText } from '@kickoff/ui';

import { texts } from './texts';

/** Formats hours: '1 hour', '6 hours'. */
export const formatHours = (count: number) => pluralText(texts.durations.hours, count, { count });

/** Formats days: '1 day', '3 days'. */
export const formatDays = (count: number) => pluralText(texts.durations.days, count, { count });
