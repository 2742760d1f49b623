import type { FanSettings } from '@kickoff/contracts';

/** The settings of a fan who has never changed them. */
export const DEFAULT_SETTINGS: FanSettings = {
  hideContact: false,
  feed: 'everyone',
  theme: 'system',
  notifications: {
    like: true,
    comment: true,
    follow: true,
    story: true,
    team: true,
    report: true,
    quote: true,
    match: true,
    reply: true,
  },
  push: {
    like: false,
    comment: true,
    follow: false,
    story: false,
    team: true,
    report: false,
    quote: true,
    match: true,
    reply: true,
  },
};
