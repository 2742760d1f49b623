import type { Story } from '@kickoff/contracts';

let count = 0;

/**
 * A story as the API returns it; each call returns a different one, a minute newer than the last.
 */
export function aStory(overrides: Partial<Story> = {}): Story {
  count += 1;
  const createdAt = Date.UTC(2026, 10, 21, 12, count);
  return {
    _id: count.toString(16).padStart(24, '0'),
    user: { _id: 'f'.repeat(24), username: 'priya_raman', profilePicture: '' },
    media: `story-${count}.webp`,
    mediaType: 'image',
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + 24 * 60 * 60_000).toISOString(),
    seen: false,
    ...overrides,
  };
}
