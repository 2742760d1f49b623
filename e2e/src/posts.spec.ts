import { expect, type Locator, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { aFilm, aPicture } from './support/files.js';
import { chooseInMenu, publish } from './support/posts.js';
import { test } from './support/test.js';

/** Opens the composer and returns its form. */
async function compose(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Post', exact: true }) });
  await expect(form.getByRole('textbox', { name: 'Your post' })).toBeFocused();
  return form;
}

test('another fan sees a published post, zooms its picture and plays its video', async ({
  browser,
}) => {
  const alice = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser);
  const said = consoleOf(bob.page);
  const text = `Both ends of the pitch ${Date.now()}`;
  const form = await compose(alice.page);
  await form.getByRole('textbox', { name: 'Your post' }).fill(text);
  await form.getByLabel('Add image').setInputFiles(await aPicture(alice.page));
  await form.getByRole('textbox', { name: 'Description' }).fill('Our end before kick-off');
  await form.getByLabel('Add video').setInputFiles(await aFilm(alice.page));
  await requireNoFault(alice.page);

  await form.getByRole('button', { name: 'Post', exact: true }).click();

  await expect(alice.page.getByRole('article').first()).toContainText(text);
  await bob.page.reload();
  const post = bob.page.getByRole('article').filter({ hasText: text });
  const picture = post.getByRole('img', { name: 'Our end before kick-off' });
  await expect(picture).toHaveJSProperty('complete', true);
  const { natural, shown, declared } = await picture.evaluate((image: HTMLImageElement) => ({
    natural: image.naturalWidth,
    shown: image.clientWidth,
    declared: Number(image.getAttribute('width')),
  }));
  expect(declared).toBeGreaterThan(0);
  expect(natural).toBeLessThanOrEqual(2 * shown);
  await requireNoFault(bob.page);

  const zoom = post.getByRole('button', { name: /Show picture large/ });
  await zoom.click();
  await expect(bob.page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  await requireNoFault(bob.page);
  await bob.page.keyboard.press('Escape');
  await expect(bob.page.getByRole('dialog')).toBeHidden();
  await expect(zoom).toBeFocused();

  await post.getByRole('button', { name: 'Play video' }).click();
  await expect(post.locator('video')).not.toHaveJSProperty('currentTime', 0);
  expect(said).toEqual([]);
});

test('only one video plays at a time', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const film = await aFilm(page);
  for (const text of ['First half', 'Second half']) {
    const form = await compose(page);
    await form.getByRole('textbox', { name: 'Your post' }).fill(text);
    await form.getByLabel('Add video').setInputFiles(film);
    await form.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByRole('article').first()).toContainText(text);
  }
  const first = page.getByRole('article').nth(0);
  const second = page.getByRole('article').nth(1);
  for (const post of [first, second]) {
    await post.locator('video').evaluate((video: HTMLVideoElement) => (video.loop = true));
  }

  await first.getByRole('button', { name: 'Play video' }).click();
  await expect(first.locator('video')).toHaveJSProperty('paused', false);
  await second.getByRole('button', { name: 'Play video' }).click();

  await expect(second.locator('video')).toHaveJSProperty('paused', false);
  await expect(first.locator('video')).toHaveJSProperty('paused', true);
});

test('a draft with text and picture is restored after a reload and published once', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const text = `Not lost ${Date.now()}`;
  const form = await compose(page);
  await form.getByRole('textbox', { name: 'Your post' }).fill(text);
  await form.getByLabel('Add image').setInputFiles(await aPicture(page));
  await form.getByRole('textbox', { name: 'Description' }).fill('Kept as well');
  // The draft is stored after the preview's file; an earlier reload would count as a closed tab.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('kickoff-drafts');
            request.onsuccess = () => {
              const count = request.result.transaction('files').objectStore('files').count();
              count.onsuccess = () => resolve(count.result);
            };
          }),
      ),
    )
    .toBe(1);

  await page.reload();

  await expect(form.getByRole('textbox', { name: 'Your post' })).toHaveValue(text);
  await expect(form.getByRole('img', { name: /Chosen image/ })).toHaveJSProperty('complete', true);
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept as well');
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post.getByRole('img', { name: 'Kept as well' })).toBeVisible();
  await page.reload();
  await expect(post).toHaveCount(1);
  await expect(form).toBeHidden();
});

test('a file that is not a picture is rejected by name, whatever its declared type', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const form = await compose(page);

  await form
    .getByLabel('Add image')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(form.getByRole('alert')).toContainText('“notes.txt” is not a JPEG');

  await form.getByLabel('Add image').setInputFiles({
    name: 'lie.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await form.getByRole('button', { name: 'Post', exact: true }).click();

  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Remove lie.png' })).toBeVisible();
});

test('an own post is edited, restored by Undo and then deleted', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const text = `Typo to mend ${Date.now()}`;
  const post = await publish(page, text);

  await chooseInMenu(post, 'Edit');
  const field = page.getByRole('textbox', { name: 'Text of your post' });
  await expect(field).toHaveValue(text);
  await field.fill(`${text}, mended`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(post).toContainText(', mended');
  await expect(post).toContainText('edited');

  await chooseInMenu(post, 'Delete');
  await expect(post).toContainText(/Deleting in \d s/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(post.getByRole('button', { name: 'Like', exact: true })).toBeVisible();

  await chooseInMenu(post, 'Delete');
  await expect(post).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(post).toBeHidden();
});

test('hostile text is shown as typed, and only web addresses become links', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser);
  const said = consoleOf(bob.page);
  let dialogs = 0;
  bob.page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const mark = Date.now();
  const text = [
    `<script>alert(1)</script><img src=x onerror=alert(2)> ${mark}`,
    `"><svg/onload=alert(3)> {{7*7}} \${7*7} &amp; &lt;b&gt;`,
    'javascript:alert(4) data:text/html,<script>alert(5)</script>',
    'https://a.example/?q=<b>&x="y" http://b.example/javascript:alert(6)',
    'e\u0301 👩‍👩‍👧‍👦 العربية \u202Eabc  two  spaces',
  ].join('\n');

  await publish(page, text, { mark: String(mark) });
  await bob.page.reload();
  const post = bob.page.getByRole('article').filter({ hasText: String(mark) });

  await expect(post.locator('.ko-post__text')).toHaveJSProperty(
    'textContent',
    text.normalize('NFC'),
  );
  const links = await post
    .locator('.ko-post__text a')
    .evaluateAll((found) =>
      found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    );
  expect(links.length).toBeGreaterThan(0);
  for (const [href, rel] of links) {
    expect(href).toMatch(/^https?:\/\//);
    expect(rel).toBe('nofollow noopener ugc');
  }
  expect(await post.locator('script, svg[onload], img[src="x"]').count()).toBe(0);
  expect(dialogs).toBe(0);
  expect(said).toEqual([]);
});

test('the page of a post shows the post, or a notice when it does not exist', async ({
  browser,
}) => {
  const { page, fan } = await aFanAtHome(browser);
  const text = `Alone on its page ${Date.now()}`;
  const post = await publish(page, text);

  await post.getByRole('link', { name: 'now' }).click();
  await expect(page).toHaveURL(/\/p\/[0-9a-f]{24}$/);
  await expect(page).toHaveTitle(`Post of ${fan.username} · KickOff`);
  await expect(post).toBeVisible();
  await requireNoFault(page);
  // A short post leaves no space above it, so the popup opens downwards.
  await post.getByRole('button', { name: '0 likes' }).click();
  const likers = page.getByRole('dialog', { name: 'Liked by' });
  await expect(likers).toHaveText(/No likes yet/);
  expect((await likers.boundingBox())?.y).toBeGreaterThan(60);
  await page.keyboard.press('Escape');
  await expect(likers).toHaveCount(0);

  await page.goto(`/p/${'0'.repeat(24)}`);
  await expect(page.getByText('This post is gone, or was never here.')).toBeVisible();
  await page.getByRole('link', { name: 'See the newest posts' }).click();
  await expect(page).toHaveURL(/\/home$/);
});
