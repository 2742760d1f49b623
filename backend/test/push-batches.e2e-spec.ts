import type { ServerResponse } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PushServiceDouble } from '@kickoff/testing/push-service-double';
import { Types } from 'mongoose';

import { PushMessagesRepository } from '../src/push/push-messages.repository.js';
import { PushSender } from '../src/push/push-sender.js';
import { Browser } from './support/browsers.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';
import { postWith } from './support/uploads.js';

const MANY = 40;

describe('batches of push messages', () => {
  let service: PushServiceDouble;
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;
  let postId: string;
  let number = 0;

  beforeAll(async () => {
    service = await PushServiceDouble.open();
    kickoff = await startKickOff({ PUSH_TEST_ORIGINS: service.origin });
  });
  beforeEach(async () => {
    service.reset();
    [ann, bob] = await Promise.all([aFan(kickoff), aFan(kickoff)]);
    postId = (await postWith(kickoff, ann, {}, { text: 'Goal!' }))._id;
  });
  afterAll(async () => {
    await service.close();
    await kickoff.stop();
  });

  const sender = () => kickoff.app.get(PushSender, { strict: false });
  const queued = () => kickoff.connection.collection('push_messages').countDocuments();
  const rows = () => kickoff.connection.collection('push_subscriptions');
  const aBrowser = async (fan: Caller) => {
    const browser = new Browser(`${service.origin}/send/${(number += 1)}`);
    await browser.subscribe(kickoff, fan);
    return browser;
  };
  const comment = () =>
    as(kickoff, bob)
      .post(`/api/pt/posts/${postId}/comment`)
      .send({ text: 'What a match' })
      .expect(200);

  it('signs once for all messages to one push service', async () => {
    for (let count = 0; count < 3; count += 1) await aBrowser(ann);

    await comment();
    await until(() => service.received.length === 3 || undefined);

    expect(new Set(service.received.map(({ headers }) => headers.authorization)).size).toBe(1);
  });

  it('removes messages that are answered concurrently with few writes', async () => {
    const { endpoint } = await aBrowser(ann);
    const row = await rows().findOne({ endpoint });
    await rows().insertMany(
      Array.from({ length: MANY - 1 }, (_, at) => ({
        ...row,
        _id: new Types.ObjectId(),
        endpoint: `${endpoint}/${at}`,
      })),
    );
    // A new push service gets only a few concurrent requests.
    await comment();
    await until(() => service.received.length >= MANY || undefined);
    await sender().sendAll();
    const open: ServerResponse[] = [];
    service.answer = (response) => void open.push(response);
    const removeAll = jest.spyOn(
      kickoff.app.get(PushMessagesRepository, { strict: false }),
      'removeAll',
    );

    await comment();
    await until(() => open.length === MANY || undefined);
    for (const response of open) response.writeHead(201).end();
    await until(async () => (await queued()) === 0 || undefined);

    expect(removeAll.mock.calls.flat(2)).toHaveLength(MANY);
    expect(removeAll.mock.calls.length).toBeLessThan(MANY / 2);
    removeAll.mockRestore();
  });
});
