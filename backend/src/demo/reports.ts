/** A report of the demo cast, by the positions of fans in the cast and of posts among its posts. */
export interface DemoReport {
  by: number;
  hoursAgo: number;
  post: number;
  reason: string;
  /** The admin's note on dismissal; absent: the case is open. */
  dismissed?: string;
}

/** Oldest first. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  {
    by: 22,
    hoursAgo: 30,
    post: 3,
    reason: 'This is about windows and not about football.',
    dismissed: 'It is about football. Everything is, on such a night.',
  },
  { by: 20, hoursAgo: 6, post: 8, reason: 'Says that a nil-nil is better than a four-three.' },
  { by: 16, hoursAgo: 5, post: 8, reason: 'Bait, and half of us took it.' },
  { by: 4, hoursAgo: 2, post: 29, reason: 'The washing is mine, and nobody asked me.' },
];

/** An announcement that ended the day before: only the admins' list shows it. */
export const DEMO_ANNOUNCEMENT = {
  text: 'Tonight from 3:00 to 3:10 KickOff rests for a moment. Scores come back before you wake up.',
  startedHoursAgo: 36,
  endedHoursAgo: 24,
} as const;
