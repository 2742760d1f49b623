/** Limits that both sides of the wire know. Lengths count code points (API.md §3, §5). */
export const USERNAME_LENGTH = { min: 2, max: 30 } as const;
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;
export const PHONE_LENGTH = { min: 5, max: 20 } as const;
export const EMAIL_MAX_LENGTH = 254;
export const POST_TEXT_MAX_LENGTH = 20_000;
export const COMMENT_MAX_LENGTH = 5_000;
export const PAGE_LIMIT = { min: 1, max: 100 } as const;
