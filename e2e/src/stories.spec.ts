import { expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome, bearerOf, logIn } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { aFilm, aPicture } from './support/files.js';
import { test } from './support/test.js';

// Stories advance automatically.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Publishes a story with the chosen file. */
async function add(
  page: Page,
  file: Awaited<ReturnType<typeof aPicture>>,
  description: string,
): Promise<void> {
  await page.getByLabel('Add story').setInputFiles(file);
  const form = page.getByRole('dialog', { name: 'Add story' });
  await form.getByLabel('Description').fill(description);
  await requireNoFault(page);
  await form.getByRole('button', { name: 'Add story' }).click();
  await expect(form).toBeHidden();
}

test('another fan watches a picture and a video story, and the author sees the viewer and deletes them', async ({
  browser,
}) => {
  const alice = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser);
  const said = [consoleOf(alice.page), consoleOf(bob.page)];
  const ring = `Story by ${alice.fan.username}`;

  await add(alice.page, await aPicture(alice.page), 'Our end, an hour before kick-off');
  await add(alice.page, await aFilm(alice.page), 'The goal');
  await expect(alice.page.getByRole('button', { name: ring, exact: true })).toBeVisible();

  await bob.page.reload();
  await bob.page.getByRole('button', { name: ring, exact: true }).click();
  const viewer = bob.page.getByRole('dialog', { name: ring });
  await expect(viewer.getByRole('progressbar')).toHaveAccessibleName('Story 1 of 2');
  await expect(
    viewer.getByRole('img', { name: 'Our end, an hour before kick-off' }),
  ).toHaveJSProperty('complete', true);
  await requireNoFault(bob.page);
  // The next story plays automatically, ends, and the next fan's follows.
  await expect(viewer.getByRole('progressbar')).toHaveAccessibleName('Story 2 of 2');
  await expect(viewer.locator('video')).not.toHaveJSProperty('currentTime', 0);
  await expect(viewer).toBeHidden();
  await bob.page.keyboard.press('Escape');
  await expect(bob.page.getByRole('dialog')).toHaveCount(0);
  const seen = bob.page.getByRole('button', { name: `${ring}, seen` });
  await expect(seen).toBeFocused();

  await alice.page.getByRole('button', { name: ring, exact: true }).click();
  const own = alice.page.getByRole('dialog', { name: ring });
  await own.getByRole('button', { name: 'Seen by 1' }).click();
  await expect(own.getByRole('listitem')).toHaveText([bob.fan.username]);
  await requireNoFault(alice.page);
  for (const left of ['Story 1 of 1', undefined]) {
    await own.getByRole('button', { name: 'Delete story' }).click();
    const question = alice.page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete Story' }).click();
    await expect(question).toBeHidden();
    if (left) await expect(own.getByRole('progressbar')).toHaveAccessibleName(left);
  }
  await expect(own).toBeHidden();
  await expect(alice.page.getByRole('button', { name: ring })).toBeHidden();
  await bob.page.reload();
  await expect(bob.page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  await expect(bob.page.getByRole('button', { name: ring })).toBeHidden();
  expect(said).toEqual([[], []]);
});

test('a story is operated by keyboard, and by tapping its sides on a phone', async ({
  browser,
}) => {
  const { page, fan } = await aFanAtHome(browser);
  await add(page, await aPicture(page), 'First');
  await add(page, await aPicture(page), 'Second');
  const ring = page.getByRole('button', { name: `Story by ${fan.username}` });
  const viewer = page.getByRole('dialog', { name: `Story by ${fan.username}` });
  const progress = viewer.getByRole('progressbar');

  await ring.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await expect(progress).toHaveAccessibleName('Story 1 of 2');
  await page.keyboard.press(' ');
  await expect(viewer.getByRole('button', { name: 'Play story' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(progress).toHaveAccessibleName('Story 2 of 2');
  // Tab must not move the focus to the page below.
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
  expect(await page.locator('dialog :focus, body:focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(ring).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await ring.click();
  await viewer.getByRole('button', { name: 'Pause story' }).click();
  await page.mouse.click(40, 400);
  await expect(progress).toHaveAccessibleName('Story 1 of 2');
  await page.mouse.click(350, 400);
  await expect(progress).toHaveAccessibleName('Story 2 of 2');
  await requireNoFault(page);
});

test('a story is offered again after login when the session ends before it is sent', async ({
  browser,
}) => {
  const { page, fan } = await aFanAtHome(browser);
  // A live event would end the session on the page before the story is sent.
  await page.route(/[/]api[/]events/, (route) => route.abort());
  await page.reload();
  await page.getByLabel('Add story').setInputFiles(await aPicture(page));
  const form = page.getByRole('dialog', { name: 'Add story' });
  await form.getByLabel('Description').fill('Our end');
  await page.request.post('/api/auth/logout', { headers: await bearerOf(page) });

  await form.getByRole('button', { name: 'Add story' }).click();
  await expect(page).toHaveURL(/[/]user-login/);
  await logIn(page, fan);

  await expect(form.getByLabel('Description')).toHaveValue('Our end');
  await form.getByRole('button', { name: 'Add story' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: `Story by ${fan.username}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: `Story by ${fan.username}` })).toBeVisible();
  await expect(form).toBeHidden();
});

test('a reply to a captioned story notifies its author with a link to the story', async ({
  browser,
}) => {
  const alice = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser);
  const name = `Story by ${alice.fan.username}`;
  await alice.page.getByLabel('Add story').setInputFiles(await aPicture(alice.page));
  const form = alice.page.getByRole('dialog', { name: 'Add story' });
  await form.getByLabel('Caption').fill('Row A, all of us');
  await form.getByRole('button', { name: 'Add story' }).click();
  await expect(form).toBeHidden();

  await bob.page.reload();
  await bob.page.getByRole('button', { name, exact: true }).click();
  const viewer = bob.page.getByRole('dialog', { name });
  await expect(viewer.getByText('Row A, all of us')).toBeVisible();
  const reply = viewer.getByRole('textbox', { name: `Reply to ${alice.fan.username}` });
  await reply.fill('Keep me a seat');
  await requireNoFault(bob.page);
  await reply.press('Enter');
  await expect(viewer.getByRole('status').filter({ hasText: 'Sent' })).toBeVisible();

  await alice.page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  const list = alice.page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.locator('q')).toHaveText('Keep me a seat');
  await list.getByRole('link', { name: `${bob.fan.username} replied to your story` }).click();
  await expect(alice.page.getByRole('dialog', { name })).toContainText('Row A, all of us');
});

test('a watched story loads the next one only', async ({ browser }) => {
  const alice = await aFanAtHome(browser);
  for (const name of ['First', 'Second', 'Third']) {
    await add(alice.page, await aPicture(alice.page), name);
  }
  const { page } = await aFanAtHome(browser);
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads/stories/')) loaded.push(request.url());
  });
  const ring = `Story by ${alice.fan.username}`;

  await page.getByRole('button', { name: ring, exact: true }).click();
  const viewer = page.getByRole('dialog', { name: ring });
  await viewer.getByRole('button', { name: 'Pause story' }).click();
  await expect(viewer.getByRole('img', { name: 'First' })).toHaveJSProperty('complete', true);
  await expect.poll(() => loaded).toHaveLength(2);
  await page.waitForLoadState('networkidle');
  expect(loaded).toHaveLength(2);

  await viewer.getByRole('button', { name: 'Next story' }).click();
  await expect(viewer.getByRole('img', { name: 'Second' })).toHaveJSProperty('complete', true);
  await expect.poll(() => new Set(loaded).size).toBe(3);
  // The second was loaded before it was shown.
  expect(loaded.filter((address) => address === loaded[1])).toHaveLength(1);
});

test('a file that is neither picture nor video is rejected by name', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);

  await page
    .getByLabel('Add story')
    .setInputFiles({ name: 'fixtures.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });

  await expect(page.getByRole('alert')).toContainText(
    'Only images and videos can be added to a story: fixtures.pdf',
  );
});
