import type { Post } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import type { Page } from '@playwright/test';

const FEED = /[/]api[/]pt[/]posts[?]/;

/** Returns the post at an index of a long feed, with varying length, likers and comments. */
function postAt(index: number): Post {
  const fan = (name: string) => ({
    _id: name.padStart(24, '0'),
    username: name,
    profilePicture: '',
  });
  return aPost({
    _id: index.toString(16).padStart(24, '0'),
    text: `Post ${index}. ${'What a match that was, nobody left before the end. '.repeat(index % 7)}`,
    user: fan(`fan${index % 50}`),
    likes: ['ann', 'bob', 'cem'].map(fan),
    likesCount: index % 90,
    comments: ['Yes', 'No'].map((text, at) => ({
      _id: (index * 2 + at).toString(16).padStart(24, 'c'),
      user: fan('dee'),
      text,
      createdAt: new Date(Date.UTC(2026, 0, 1)).toISOString(),
    })),
    commentsCount: 2,
  });
}

/** Mocks a feed of `count` posts, newest first; `grow` adds posts on top. */
export async function withManyPosts(
  page: Page,
  count: number,
): Promise<{ grow: (by: number) => void }> {
  let written = count;
  await page.route(FEED, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const asked = new URL(route.request().url());
    const cursor = asked.searchParams.get('cursor');
    const from = cursor === null ? written - 1 : Number(cursor);
    // A cursor of the real feed, from a list that was stored before.
    if (Number.isNaN(from)) return route.fulfill({ json: [] });
    const items = Array.from({ length: Math.min(20, from + 1) }, (_, at) => postAt(from - at));
    const next = from - items.length;
    asked.searchParams.set('cursor', String(next));
    return route.fulfill({
      json: items,
      headers: next < 0 ? {} : { Link: `<${asked.pathname}${asked.search}>; rel="next"` },
    });
  });
  return { grow: (by) => (written += by) };
}
