import type { ServerResponse } from 'node:http';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { Types } from 'mongoose';

import { PushMessagesRepository } from '../src/push/push-messages.repository.js';
import { PushFixture } from './support/push-fixture.js';
import { until } from './support/until.js';

const MANY = 40;

describe('batches of push messages', () => {
  let fixture: PushFixture;

  beforeAll(async () => {
    fixture = await PushFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterEach(() => fixture.empty());
  afterAll(() => fixture.stop());

  it('signs once for all messages to one push service', async () => {
    for (let count = 0; count < 3; count += 1) await fixture.aBrowser(fixture.ann);

    await fixture.comment();
    await until(() => fixture.service.received.length === 3 || undefined);

    expect(new Set(fixture.service.received.map(({ headers }) => headers.authorization)).size).toBe(
      1,
    );
  });

  it('removes messages that are answered concurrently with few writes', async () => {
    const { endpoint } = await fixture.aBrowser(fixture.ann);
    const row = await fixture.rows().findOne({ endpoint });
    await fixture.rows().insertMany(
      Array.from({ length: MANY - 1 }, (_, at) => ({
        ...row,
        _id: new Types.ObjectId(),
        endpoint: `${endpoint}/${at}`,
      })),
    );
    // A new push service gets only a few concurrent requests.
    await fixture.comment();
    await until(() => fixture.service.received.length >= MANY || undefined);
    await fixture.sender().sendAll();
    const open: ServerResponse[] = [];
    fixture.service.answer = (response) => void open.push(response);
    const removeAll = jest.spyOn(
      fixture.kickoff.app.get(PushMessagesRepository, { strict: false }),
      'removeAll',
    );

    await fixture.comment();
    await until(() => open.length === MANY || undefined);
    for (const response of open) response.writeHead(201).end();
    await until(async () => (await fixture.queued()) === 0 || undefined);

    expect(removeAll.mock.calls.flat(2)).toHaveLength(MANY);
    expect(removeAll.mock.calls.length).toBeLessThan(MANY / 2);
    removeAll.mockRestore();
  });
});
