import { createHash } from 'node:crypto';

import type { INestApplicationContext } from '@nestjs/common';
import type { LatestMatch, TimelineEntryKind } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { FootballService } from '../football/football.service.js';
import { LikesService } from '../posts/likes/likes.service.js';
import { PostsService } from '../posts/posts.service.js';
import { DEMO_FANS } from './cast.js';
import type { PastClock } from './past-clock.js';
import { findPlayedMatches } from './played-matches.js';
import { isMissing } from './repeatable.js';
import { linesAbout } from './thread-lines.js';

const SECOND_MS = 1_000;
/** Number of matches, the latest to kick off, whose threads get posts. */
const MATCHES = 3;
const MAX_LIKES = 6;
/** Prefix of these posts' ids. */
export const DEMO_THREAD_POSTS = 'de35';

/** Returns the same id on every run, whatever has happened in the matches since. */
function idOf(matchId: string, seq: number, text: string): string {
  const hash = createHash('sha256').update(`${matchId} ${seq} ${text}`).digest('hex');
  return `${DEMO_THREAD_POSTS}${hash.slice(0, 20)}`;
}

/** Returns the last matches to kick off, and the last one of the first demo login's team. */
async function findMatches(past: INestApplicationContext): Promise<LatestMatch[]> {
  const played = await findPlayedMatches(past);
  const own = played.find(({ homeTeam, awayTeam }) =>
    [homeTeam.name, awayTeam.name].includes(DEMO_FANS[0]?.team ?? ''),
  );
  return [...new Set([...played.slice(0, MATCHES), ...(own ? [own] : [])])];
}

/** Creates the cast's posts in threads, at the minutes of the events in the matches. */
export async function postInThreads(
  past: INestApplicationContext,
  clock: PastClock,
  fans: readonly (Fan | undefined)[],
): Promise<void> {
  clock.setBack(0);
  const football = past.get(FootballService);
  const now = clock.now();
  const authors = fans.filter((fan) => fan !== undefined);
  const seen: TimelineEntryKind[] = [];
  let index = 0;
  for (const { id: matchId } of await findMatches(past)) {
    clock.setTo(now);
    const { match, entries } = await football.adminTimeline(matchId);
    for (const { seq, kind, at, team } of entries) {
      const about = team === 'away' ? match.awayTeam : match.homeTeam;
      const before = seen.filter((other) => other === kind).length;
      seen.push(kind);
      for (const { text, secondsLater } of linesAbout(kind, about.shortName, before)) {
        index += 1;
        const time = new Date(Date.parse(at) + secondsLater * SECOND_MS);
        // Every third fan of the cast, so that all of them post.
        const author = authors[(index * 3 + 2) % authors.length];
        if (!author || time > now) continue;
        clock.setTo(time);
        const id = idOf(matchId, seq, text);
        await post(past, author, id, { text, matchId });
        await like(past, id, authors, index);
      }
    }
  }
  clock.setBack(0);
}

async function post(
  past: INestApplicationContext,
  author: Fan,
  id: string,
  { text, matchId }: { text: string; matchId: string },
): Promise<void> {
  const posts = past.get(PostsService);
  if (!(await isMissing(posts.one(author, id)))) return;
  const form = { text, alt: '', quote: '', matchId };
  await posts.create(author, { id, exists: false }, form, {});
}

/** Likes a post as some of the cast, the same ones on every run. */
async function like(
  past: INestApplicationContext,
  id: string,
  authors: readonly Fan[],
  index: number,
): Promise<void> {
  const likers = authors.slice(index % 7, (index % 7) + ((index * 5) % MAX_LIKES));
  const likes = past.get(LikesService);
  await Promise.all(likers.map((fan) => likes.set(fan, id, { liked: true })));
}
