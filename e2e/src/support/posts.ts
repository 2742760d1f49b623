import { expect, type Locator, type Page } from '@playwright/test';

/** Publishes a post in the composer of home. */
export async function publish(page: Page, text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await page.getByRole('textbox', { name: 'Your post' }).fill(text);
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  return post;
}

/** Chooses an item in the menu of a post. */
export async function chooseInMenu(post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click();
  await post.page().getByRole('menuitem', { name, exact: true }).click();
}
