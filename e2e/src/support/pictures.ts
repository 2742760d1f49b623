import { Post } from '@kickoff/contracts';
import { expect, type Page } from '@playwright/test';

import { bearerOf } from './fans.js';

/** More than the screens of the journeys have pixels. */
const MIN_WIDTH = 1080;

/** Returns the page of the newest post with a large picture. */
async function aPostWithPicture(page: Page): Promise<string> {
  const answer = await page.request.get('/api/pt/posts?limit=100', {
    headers: await bearerOf(page),
  });
  const posts = Post.array().parse(await answer.json());
  const found = posts.find(({ imageSize }) => imageSize && imageSize.width >= MIN_WIDTH);
  if (!found) throw new Error('The demo has no post with a large picture.');
  return `/p/${found._id}`;
}

/**
 * Opens a post with a picture. Returns the ratio of the width of its file to the pixels that it is
 * shown in.
 */
export async function pictureRatio(page: Page): Promise<number> {
  await page.goto(await aPostWithPicture(page));
  const picture = page.locator('.ko-post__media img').first();
  await expect(picture).toHaveJSProperty('complete', true);
  return picture.evaluate((image: HTMLImageElement) => {
    const width = Number(new URL(image.currentSrc).searchParams.get('w') ?? Infinity);
    // A picture is never enlarged.
    const stored = Math.min(width, Number(image.getAttribute('width') ?? Infinity));
    return stored / (image.getBoundingClientRect().width * devicePixelRatio);
  });
}
