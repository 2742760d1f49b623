import { describe, expect, it } from '@jest/globals';

import type { Notification } from './live.js';
import { notificationAddress } from './notifications.js';

const ann = { _id: 'a', username: 'ann b', profilePicture: '' };

function aNotification(overrides: Partial<Notification>): Notification {
  return {
    _id: 'n',
    kind: 'like',
    actors: [ann],
    count: 1,
    target: { type: 'post', id: 'p1' },
    read: false,
    createdAt: '2026-11-21T17:40:00.000Z',
    ...overrides,
  };
}

describe('notificationAddress', () => {
  it.each([
    [{ kind: 'like' }, '/p/p1'],
    [{ kind: 'quote' }, '/p/p1'],
    [{ kind: 'comment' }, '/p/p1'],
    [{ kind: 'comment', commentId: 'c1' }, '/p/p1#c-c1'],
    [{ kind: 'story', target: { type: 'story', id: 's1' } }, '/home?story=s1'],
    [{ kind: 'reply', target: { type: 'story', id: 's1' } }, '/home?story=s1'],
    [{ kind: 'follow', target: { type: 'user', id: 'u1' } }, '/user/ann%20b'],
    [{ kind: 'moderation', actors: [], target: { type: 'story', id: 's1' } }, '/notifications'],
  ] satisfies [Partial<Notification>, string][])('links %j to %s', (overrides, address) => {
    expect(notificationAddress(aNotification(overrides))).toBe(address);
  });

  it('links a notification of a match to the match page', () => {
    const target = { type: 'match', id: 'm1' };

    expect(notificationAddress(aNotification({ kind: 'match', actors: [], target }))).toMatch(
      /\/m1$/,
    );
  });
});
