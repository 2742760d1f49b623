/** Limits that both sides of the wire know. Lengths count code points (API.md §3, §5). */
export const USERNAME_LENGTH = { min: 2, max: 30 } as const;
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;
export const PHONE_LENGTH = { min: 5, max: 20 } as const;
export const EMAIL_MAX_LENGTH = 254;
export const POST_TEXT_MAX_LENGTH = 20_000;
export const COMMENT_MAX_LENGTH = 5_000;
export const ALT_MAX_LENGTH = 1_000;
export const REPORT_REASON_MAX_LENGTH = 1_000;
/** Fans picked one by one for a bulk act, and fans whom a bulk act may reach at all. */
export const BULK_PAGE_MAX = 100;
export const BULK_MAX = 10_000;
/** Reasons, notes and appeals around the admins' decisions. */
export const MODERATION_NOTE_MAX_LENGTH = 1_000;
export const ANNOUNCEMENT_MAX_LENGTH = 500;
export const FAVORITE_MAX_LENGTH = 80;
export const SEARCH_LENGTH = { min: 2, max: 64 } as const;
const MIB = 1024 * 1024;
export const IMAGE_MAX_BYTES = 10 * MIB;
export const VIDEO_MAX_BYTES = 100 * MIB;
/** In pixels: what `?w=` of an upload may ask for. */
export const IMAGE_WIDTHS = [320, 640, 1080] as const;
export const PAGE_LIMIT = { min: 1, max: 100 } as const;
export const POLL_OPTION_MAX_LENGTH = 60;
export const POLL_OPTIONS = { min: 2, max: 4 } as const;
/** How long a poll may be open, from now. */
export const POLL_DURATION_MS = { min: 5 * 60_000, max: 7 * 24 * 60 * 60_000 } as const;
export const CAPTION_MAX_LENGTH = 200;
export const STORY_REPLY_MAX_LENGTH = 500;
export const MUTED_WORD_MAX_LENGTH = 60;
export const MUTED_WORDS_MAX = 100;
export const PUSH_ENDPOINT_MAX_LENGTH = 2_048;
/** For how long a suggestion can be put away. */
export const DISMISSAL_DAYS = { min: 1, max: 365 } as const;
/** Watched matches on one event stream. */
export const MAX_WATCHED_MATCHES = 5;
