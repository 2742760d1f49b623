import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { me } from '../test/fans';
import { ENDPOINT, fakePush, withoutPush } from '../test/fake-push';
import {
  openSettings,
  part,
  PROFILE,
  PUSH_SUBSCRIPTIONS,
  serveSettings,
} from '../test/settings-page';

const KEY = 'GET /api/push/key';
const SUBSCRIBE = 'POST /api/user/push-subscriptions';
const UNSUBSCRIBE = 'DELETE /api/user/push-subscriptions';
const SETTINGS = 'PATCH /api/user/settings';

const aRow = (id: string, host: string) => ({
  _id: id.repeat(24),
  host,
  createdAt: '2026-11-20T10:00:00.000Z',
});
const here = aRow('1', 'push.example');

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = serveSettings();
  server.on(KEY, () => json({ key: 'BPublicKey' }));
  server.on(SUBSCRIBE, () => {
    server.on(PUSH_SUBSCRIPTIONS, () => json([here]));
    return json({ _id: here._id }, 201);
  });
  server.on(UNSUBSCRIBE, () => {
    server.on(PUSH_SUBSCRIPTIONS, () => json([]));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  withoutPush();
  jest.restoreAllMocks();
});

const section = () => part('On my devices');
const find = (name: string) => section().findByRole('button', { name });
const turnOn = async () => userEvent.click(await find('Turn on for this device'));

describe('PushDevices', () => {
  it('asks for permission only after a press', async () => {
    const push = fakePush();
    openSettings();
    await find('Turn on for this device');
    expect(push.questions).toBe(0);

    await turnOn();

    await find('Turn off on this device');
    expect(push.questions).toBe(1);
  });

  it("subscribes this browser with the server's key and lists it", async () => {
    const push = fakePush();
    openSettings();

    await turnOn();

    const off = await find('Turn off on this device');
    expect(off).toHaveFocus();
    expect(push.keys).toEqual(['BPublicKey']);
    expect(server.sent(SUBSCRIBE).map(({ body }) => body)).toEqual([
      { endpoint: ENDPOINT, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } },
    ]);
    expect(section().getByRole('listitem')).toHaveTextContent(/^push\.exampleThis device, since/);
  });

  it('unsubscribes this browser', async () => {
    const push = fakePush();
    openSettings();
    await turnOn();

    await userEvent.click(await find('Remove this device'));

    await find('Turn on for this device');
    expect(server.sent(UNSUBSCRIBE).map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT }]);
    expect(push.isSubscribed).toBe(false);
    expect(section().queryByRole('listitem')).toBeNull();
    expect(section().getByRole('group', { name: 'Push' })).toHaveFocus();
  });

  it('marks no device as this one after another fan logged in on it', async () => {
    const push = fakePush('granted');
    push.isSubscribed = true;
    server.on(PUSH_SUBSCRIPTIONS, () => json([aRow('2', 'fcm.example')]));

    openSettings();

    expect(await find('Turn on for this device')).toBeVisible();
    expect(section().getByRole('listitem')).toHaveTextContent(/^fcm\.exampleSince/);
    expect(section().queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('cancels the subscription with the reason when the server rejects it', async () => {
    const push = fakePush();
    server.on(SUBSCRIBE, () => failure('endpoint must be a public address', 400));
    openSettings();

    await turnOn();

    expect(await section().findByRole('alert')).toHaveTextContent('must be a public address');
    expect(push.isSubscribed).toBe(false);
    expect(await find('Turn on for this device')).toBeVisible();
  });

  it('shows that the push service cannot be reached', async () => {
    const push = fakePush();
    push.refusal = new DOMException('Registration failed', 'AbortError');
    openSettings();

    await turnOn();

    expect(await section().findByRole('alert')).toHaveTextContent(
      'could not reach its notification service',
    );
    expect(server.sent(SUBSCRIBE)).toEqual([]);
  });

  it('can be turned on as soon as the person comes back from allowing it', async () => {
    fakePush('denied');
    openSettings();
    await section().findByText(/^This browser blocks notifications/);
    fakePush('granted');

    act(() => void window.dispatchEvent(new Event('focus')));

    expect(await find('Turn on for this device')).toBeVisible();
    expect(section().queryByText(/^This browser blocks notifications/)).toBeNull();
  });

  it('explains how to allow notifications once they are denied', async () => {
    const push = fakePush();
    push.answer = 'denied';
    openSettings();

    await turnOn();

    const blocked = /^This browser blocks notifications/;
    expect(await section().findByText(blocked, { selector: '.ko-hint' })).toBeVisible();
    expect(section().getByText(blocked, { selector: '[role=status]' })).toBeInTheDocument();
    expect(document.activeElement).toHaveRole('group');
    expect(section().queryByRole('button', { name: 'Turn on for this device' })).toBeNull();
    expect(server.sent(KEY)).toEqual([]);
  });

  it("allows another attempt after the browser's prompt was closed", async () => {
    const push = fakePush();
    push.answer = 'default';
    openSettings();

    await turnOn();

    expect(await section().findByRole('alert')).toHaveTextContent('got no answer');
    push.answer = 'granted';
    await turnOn();
    expect(await find('Turn off on this device')).toBeVisible();
  });

  it('shows that the browser does not support push', async () => {
    openSettings();

    expect(await section().findByText(/^This browser cannot show/)).toBeVisible();
  });

  it('loads on Retry', async () => {
    server.on(PUSH_SUBSCRIPTIONS, () => failure('It broke', 500));
    openSettings();
    expect(await section().findByText('Your devices did not load.')).toBeVisible();

    server.on(PUSH_SUBSCRIPTIONS, () => json([here]));
    await userEvent.click(section().getByRole('button', { name: 'Retry' }));

    expect(await section().findByText('push.example')).toBeVisible();
  });
});

describe('PushChoices', () => {
  it('turns off one kind on devices only', async () => {
    server.on(SETTINGS, () => json(me.settings));
    openSettings();
    const stories = await section().findByRole('checkbox', { name: 'Stories of fans I follow' });
    expect(stories).not.toBeChecked();

    await userEvent.click(stories);

    expect(stories).toBeChecked();
    await waitFor(() =>
      expect(server.sent(SETTINGS).map(({ body }) => body)).toEqual([{ push: { story: true } }]),
    );
    expect(await section().findByText('Saved')).toBeVisible();
  });

  it('shows a kind as off that is off under Notifications', async () => {
    const notifications = { ...me.settings.notifications, quote: false };
    server.on(PROFILE, () => json({ ...me, settings: { ...me.settings, notifications } }));

    openSettings();

    const quotes = await section().findByRole('checkbox', { name: 'Quotes of my posts' });
    expect(quotes).not.toBeChecked();
    expect(quotes).toBeDisabled();
  });
});
