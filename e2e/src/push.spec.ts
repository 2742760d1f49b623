import { Post } from '@kickoff/contracts';
import { PushReceiver } from '@kickoff/testing/push-receiver';
import { PushServiceDouble } from '@kickoff/testing/push-service-double';
import { expect, type Page } from '@playwright/test';

import { PUSH_PORT } from '../ports.js';
import { ApiFan } from './support/api-fans.js';
import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { publish } from './support/posts.js';
import { test } from './support/test.js';

let service: PushServiceDouble;
test.beforeEach(async () => {
  service = await PushServiceDouble.open(PUSH_PORT);
});
test.afterEach(() => service.close());

/** Adds a push service and notifications, which a headless browser lacks. */
async function withPushManager(page: Page, receiver: PushReceiver): Promise<void> {
  await page.addInitScript((json) => {
    let isSubscribed = false;
    // A headless browser reports 'denied' although `requestPermission` grants it.
    Object.defineProperty(Notification, 'permission', { value: 'default' });
    const subscription = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: () => {
        isSubscribed = false;
        return Promise.resolve(true);
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(isSubscribed ? subscription : null),
      subscribe: () => {
        isSubscribed = true;
        return Promise.resolve(subscription);
      },
    });
  }, receiver.subscription);
}

test('a fan enables push and receives a comment as an encrypted message', async ({ browser }) => {
  const receiver = new PushReceiver(`${service.origin}/device`);
  const { page } = await aFanAtHome(browser, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  const said = consoleOf(page);
  const text = `Anyone awake? ${Date.now()}`;
  const published = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/pt/posts') && answer.request().method() === 'POST',
  );
  await publish(page, text);
  const { _id } = Post.parse(await (await published).json());
  await withPushManager(page, receiver);
  await page.goto('/settings');

  const push = page.getByRole('group', { name: 'Push', exact: true });
  await expect(push).toContainText('of comments, quotes and replies');
  await requireNoFault(page);
  await push.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(push.getByRole('button', { name: 'Turn off on this device' })).toBeVisible();
  await expect(push.getByRole('listitem')).toContainText('This device');

  const bob = await ApiFan.register();
  const path = `/api/pt/posts/${_id}/comment`;
  expect((await bob.post(path, { text: 'Wide awake after that' })).status).toBe(200);
  await expect.poll(() => service.received.length).toBe(1);
  const [sent] = service.receivedAt('/device');
  expect(sent?.headers['content-encoding']).toBe('aes128gcm');
  expect(sent?.body.includes('awake')).toBe(false);
  const message = receiver.decrypt(sent?.body ?? Buffer.alloc(0));
  expect(message.title).toContain(bob.username);
  expect(message.text).toBe('Wide awake after that');
  expect(message.address).toMatch(new RegExp(`^/p/${_id}#c-[0-9a-f]{24}$`));

  await push.getByRole('button', { name: 'Turn off on this device' }).click();
  await expect(push.getByRole('listitem')).toHaveCount(0);
  expect(said).toEqual([]);
});
