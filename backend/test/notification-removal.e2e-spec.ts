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

import { outsideTransaction } from '../src/common/mongo/transaction.js';
import { NotificationsRepository } from '../src/notifications/notifications.repository.js';
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';

const BATCH = 500;

describe('removal of notifications', () => {
  let fixture: NotificationFixture;
  let repository: NotificationsRepository;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
    repository = fixture.service(NotificationsRepository);
  });
  beforeEach(() => fixture.createFans());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => fixture.kickoff.stop());

  const group = () => `like:${fixture.post._id}`;
  const notifyOfLike = (actor: Caller) =>
    fixture.service(NotificationsService).send([fixture.ann.id], {
      kind: 'like',
      target: { type: 'post', id: fixture.post._id },
      actorId: actor.id,
      group: group(),
    });
  /** Removes as another request does: outside the transaction of the write. */
  const remove = () =>
    outsideTransaction(() => repository.removeBatchByActor(fixture.bob.id, BATCH, fixture.ann.id));

  async function expectNoTraceOf({ id }: Caller) {
    const trace = {
      $or: [{ actors: new Types.ObjectId(id) }, { actorId: new Types.ObjectId(id) }],
    };
    for (const name of ['notifications', 'notification_dedup_keys']) {
      expect(await fixture.kickoff.connection.collection(name).countDocuments(trace)).toBe(0);
    }
  }

  it('leaves other actors when it ends before the row is written', async () => {
    const cat = await aFan(fixture.kickoff);
    await notifyOfLike(cat);
    const upsertAll = repository.upsertAll.bind(repository);
    jest.spyOn(repository, 'upsertAll').mockImplementationOnce(async (changes) => {
      await remove();
      return upsertAll(changes);
    });

    await notifyOfLike(fixture.bob);

    await expectNoTraceOf(fixture.bob);
    const [row] = await fixture.listOf(fixture.ann);
    expect(row).toMatchObject({ count: 1, actors: [{ _id: cat.id }] });
  });

  describe('with more actors than they name', () => {
    const countOf = async () => (await fixture.listOf(fixture.ann))[0]?.count;
    beforeEach(async () => {
      for (let count = 0; count < 5; count += 1) await notifyOfLike(await aFan(fixture.kickoff));
    });

    it('does not subtract an actor whose event was never written', async () => {
      await repository.insertDedupKeys([
        {
          _id: new Types.ObjectId().toString(),
          fanId: fixture.ann.id,
          group: group(),
          dedupKey: fixture.bob.id,
          actorId: fixture.bob.id,
          at: fixture.kickoff.clock.now(),
          isPending: true,
        },
      ]);

      await remove();

      expect(await countOf()).toBe(5);
      await expectNoTraceOf(fixture.bob);
    });

    it('subtracts the actor once when it is repeated after an interruption', async () => {
      await notifyOfLike(fixture.bob);
      const keys = repository['dedupKeys'];
      jest.spyOn(keys, 'deleteMany').mockRejectedValueOnce(new Error('The instance died'));
      await expect(remove()).rejects.toThrow('died');

      await remove();

      expect(await countOf()).toBe(5);
      await expectNoTraceOf(fixture.bob);
    });
  });

  it('of a group removes its rows last, by which an interrupted removal is found again', async () => {
    await notifyOfLike(fixture.bob);
    const rows = repository['notifications'];
    jest.spyOn(rows, 'deleteMany').mockRejectedValueOnce(new Error('The instance died'));

    await expect(repository.removeGroups([group()])).rejects.toThrow('died');

    expect(await rows.countDocuments({ group: group() })).toBe(1);
    expect(await repository['dedupKeys'].countDocuments({ group: group() })).toBe(0);
  });

  it('leaves no row that is written before it removes the dedup keys', async () => {
    let release = () => {};
    const written = new Promise<void>((resolve) => (release = resolve));
    let removal: Promise<unknown> | undefined;
    const upsertAll = repository.upsertAll.bind(repository);
    jest.spyOn(repository, 'upsertAll').mockImplementationOnce(async (changes) => {
      await new Promise<void>((reached) => {
        const keys = repository['dedupKeys'];
        const deleteMany = keys.deleteMany.bind(keys);
        jest.spyOn(keys, 'deleteMany').mockImplementation(async (filter) => {
          reached();
          await written;
          return deleteMany(filter);
        });
        removal = remove();
      });
      return upsertAll(changes);
    });

    await notifyOfLike(fixture.bob);
    release();
    await removal;

    await expectNoTraceOf(fixture.bob);
    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });
});
