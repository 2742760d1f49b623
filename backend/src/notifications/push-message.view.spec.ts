import type { Notification } from '@kickoff/contracts';
import { describe, expect, it } from '@jest/globals';

import { toPushMessage } from './push-message.view.js';

const ann = { _id: 'a', username: 'Ann', profilePicture: '' };
const bob = { _id: 'b', username: 'Bob', profilePicture: '' };

const notification = (over: Partial<Notification>): Notification => ({
  _id: 'n',
  kind: 'like',
  actors: [ann],
  count: 1,
  target: { type: 'post', id: 'p1' },
  read: false,
  createdAt: '2026-11-21T15:00:00.000Z',
  ...over,
});

describe('toPushMessage', () => {
  it.each<[Partial<Notification>, string]>([
    [{}, 'Ann liked your post'],
    [{ actors: [ann, bob], count: 2 }, 'Ann and Bob liked your post'],
    [{ actors: [ann, bob], count: 5 }, 'Ann and 4 others liked your post'],
    [{ kind: 'comment', afterMine: true }, 'Ann also commented on a post'],
    [{ kind: 'quote' }, 'Ann quoted your post'],
    [{ kind: 'reply' }, 'Ann replied to your story'],
    [{ kind: 'match', actors: [], text: 'Goal: A 1–0 B' }, 'Goal: A 1–0 B'],
  ])('formats %j as a sentence', (over, text) => {
    expect(toPushMessage(notification(over))).toMatchObject({ title: 'KickOff', text });
  });

  it('shows an excerpt as text below the sentence', () => {
    const message = toPushMessage(notification({ kind: 'comment', excerpt: 'What a goal' }));

    expect(message).toEqual({
      title: 'Ann commented on your post',
      text: 'What a goal',
      address: '/p/p1',
    });
  });

  it('truncates a text after 140 characters without splitting a surrogate pair', () => {
    const { text } = toPushMessage(notification({ kind: 'reply', excerpt: '⚽'.repeat(500) }));

    expect(Array.from(text)).toEqual([...Array.from('⚽'.repeat(139)), '…']);
    expect(toPushMessage(notification({ excerpt: 'x'.repeat(140) })).text).toBe('x'.repeat(140));
  });

  it('links to the match or to the fan who acted', () => {
    const target = { type: 'match', id: 'm1' };
    const address = (over: Partial<Notification>) => toPushMessage(notification(over)).address;

    expect(address({ kind: 'match', target })).toBe('/match/m1');
    expect(address({ kind: 'follow', target: { type: 'user', id: 'me' } })).toBe('/user/Ann');
  });
});
