import type { Post } from '@kickoff/contracts';

/** Replaces the text of a post about a moment that its reader has not seen. */
export const SPOILER_TEXT = 'About a match you have not seen';

/** Converts a post for a reader who has not seen its moment. */
export function toSpoiler({ _id, user, liked, saved, createdAt, match }: Post): Post {
  return {
    _id,
    user,
    text: SPOILER_TEXT,
    likes: [],
    liked,
    comments: [],
    createdAt,
    likesCount: 0,
    commentsCount: 0,
    saved,
    ...(match ? { match: withoutMinute(match) } : {}),
    spoiler: true,
  };
}

function withoutMinute({ id, league, homeTeam, awayTeam }: NonNullable<Post['match']>) {
  return { id, league, homeTeam, awayTeam };
}
