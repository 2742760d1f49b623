const DAY_MS = 24 * 60 * 60 * 1000;

/** A day in UTC, as the key of stored counts. */
export interface Day {
  year: number;
  /** Month and day, such as `03-31`. */
  key: string;
}

export function dayOf(moment: Date): Day {
  return { year: moment.getUTCFullYear(), key: moment.toISOString().slice(5, 10) };
}

/** Returns `count` days, the last of them the moment's. */
export function daysUpTo(moment: Date, count: number): Day[] {
  return Array.from({ length: count }, (_, ago) =>
    dayOf(new Date(moment.getTime() - ago * DAY_MS)),
  );
}
