import { expect, type Locator, type Page } from '@playwright/test';

import type { ChosenFile } from './files.js';

/**
 * Publishes a post in the composer of home.
 *
 * @param options.mark part of the text that identifies its post; all of it by default
 */
export async function publish(
  page: Page,
  text: string,
  { mark = text, image }: { mark?: string; image?: ChosenFile } = {},
): Promise<Locator> {
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await page.getByRole('textbox', { name: 'Your post' }).fill(text);
  if (image) await page.getByLabel('Add image').setInputFiles(image);
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article').filter({ hasText: mark });
  await expect(post).toBeVisible();
  return post;
}

/** Chooses an item in the menu of a post. */
export async function chooseInMenu(post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click();
  await post.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Writes a comment on a post. */
export async function comment(post: Locator, text: string): Promise<void> {
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await post.getByRole('textbox', { name: 'Write a comment' }).fill(text);
  await post.getByRole('button', { name: 'Send' }).click();
  await expect(post.getByRole('textbox')).toBeHidden();
}
