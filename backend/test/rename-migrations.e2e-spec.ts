import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type mongo, Types } from 'mongoose';

import { renameCollections } from '../src/common/mongo/migrations/rename-collections.js';
import { MANY, MigrationDatabase, type Row } from './support/migration-database.js';

const DAY = new Date('2026-03-01T12:00:00Z');

describe('data migrations', () => {
  let given: MigrationDatabase;
  let db: mongo.Db;

  beforeEach(async () => {
    given = await MigrationDatabase.open();
    ({ db } = given);
  });
  afterEach(() => given.close());

  describe('renameCollections', () => {
    const [alice, bob] = [new Types.ObjectId(), new Types.ObjectId()];
    const id = () => new Types.ObjectId();
    const block = { _id: id(), fanId: alice, otherId: bob, kind: 'block', createdAt: DAY };
    const key = { _id: id(), fanId: alice, group: 'team:m1', at: DAY };
    const removal = { at: DAY, by: { _id: 'a', username: 'ada' } };
    const request = { kind: 'team', group: 'team:m1', target: { type: 'match', id: 'm1' } };
    const fanout = { _id: 'f1', audience: { teams: ['m'] }, at: DAY };
    const old: Record<string, Row[]> = {
      fan_marks: [block],
      fan_mark_versions: [{ _id: alice, version: block._id }],
      removed_posts: [
        { _id: id(), text: 'hidden', removal: { ...removal, withheld: true } },
        { _id: id(), text: 'public', removal },
      ],
      post_removals: [{ _id: id(), removedAt: DAY }],
      // Rows of one group differ by their key alone.
      notification_causes: [
        { ...key, once: '1:Goal' },
        { ...key, _id: id(), once: '2:Goal' },
      ],
      notification_rounds: [
        { ...fanout, telling: { ...request, once: '1:Goal', isNewEachTime: true } },
        { ...fanout, _id: 'f2', telling: request },
      ],
      told_matches: [{ _id: 'team:m1', text: 'Goal', number: 1, at: DAY }],
      held_names: [{ _id: 'ann', skeleton: 'ann', until: DAY }],
      mails: [{ _id: id(), heldBy: 'one', dueAt: DAY }],
      push_messages: [{ _id: id(), heldBy: 'one', dueAt: DAY }],
      idempotency_keys: [{ _id: 'fan:1', attempt: 'first', heldUntil: DAY }],
    };
    const renamed: Record<string, Row[]> = {
      fan_relations: [block],
      fan_relation_versions: [{ _id: alice, version: block._id }],
      moderated_posts: [
        { ...old['removed_posts']?.[0], removal: { ...removal, hidden: true } } as Row,
        old['removed_posts']?.[1] as Row,
      ],
      deleted_posts: old['post_removals'] as Row[],
      notification_dedup_keys: [
        { ...key, dedupKey: '1:Goal' },
        { ...key, _id: old['notification_causes']?.[1]?._id, dedupKey: '2:Goal' },
      ],
      notification_fanouts: [
        { ...fanout, request: { ...request, dedupKey: '1:Goal', renotify: true } },
        { ...fanout, _id: 'f2', request },
      ],
      match_notification_states: old['told_matches'] as Row[],
      reserved_names: old['held_names'] as Row[],
      mails: [{ _id: old['mails']?.[0]?._id, leaseId: 'one', dueAt: DAY }],
      push_messages: [{ _id: old['push_messages']?.[0]?._id, leaseId: 'one', dueAt: DAY }],
      idempotency_keys: [{ _id: 'fan:1', attempt: 'first', leaseUntil: DAY }],
    };

    beforeEach(async () => {
      for (const [name, documents] of Object.entries(old)) await given.insert(name, documents);
      await db.collection('fan_marks').createIndexes([{ key: { fanId: 1, kind: 1, otherId: 1 } }]);
      await db.collection('removed_posts').createIndexes([{ key: { 'removal.withheld': 1 } }]);
      await db.collection('notification_causes').createIndexes([
        { key: { fanId: 1, group: 1, once: 1 }, unique: true },
        { key: { at: 1 }, expireAfterSeconds: 2_000_000_000 },
      ]);
      await db.collection('push_messages').createIndexes([{ key: { heldBy: 1 }, sparse: true }]);
    });

    async function expectRenamed() {
      const names = await db.listCollections({}, { nameOnly: true }).toArray();
      expect(names.map(({ name }) => name).sort()).toEqual(Object.keys(renamed).sort());
      for (const [name, expected] of Object.entries(renamed)) {
        expect({ name, rows: await given.rows(name) }).toEqual({ name, rows: expected });
      }
    }
    const indexNames = async (name: string) =>
      (await db.collection(name).indexes()).map((index) => index.name);

    it('renames collections with their rows, fields and indexes', async () => {
      await renameCollections(db);

      await expectRenamed();
      expect(await indexNames('fan_relations')).toEqual(['_id_', 'fanId_1_kind_1_otherId_1']);
    });

    it('drops only indexes over renamed fields', async () => {
      await renameCollections(db);

      expect(await indexNames('moderated_posts')).toEqual(['_id_']);
      expect(await indexNames('notification_dedup_keys')).toEqual(['_id_', 'at_1']);
      expect(await indexNames('push_messages')).toEqual(['_id_']);
    });

    it('changes nothing on a second run', async () => {
      await renameCollections(db);
      await renameCollections(db);

      await expectRenamed();
    });

    // Each is an update of fields: of removed posts, of keys, twice of fan-outs, then of leases.
    it.each([1, 2, 3, 4, 5, 6, 7])(
      'completes a run that was interrupted at write %d',
      async (write) => {
        await expect(renameCollections(given.interruptedAt(write))).rejects.toThrow('power cut');

        await renameCollections(db);

        await expectRenamed();
      },
    );

    it('adds the rows of an old collection that was written to after the migration', async () => {
      await renameCollections(db);
      const mute = { ...block, _id: id(), kind: 'mute' };
      await db
        .collection('fan_relations')
        .createIndexes([{ key: { otherId: 1, kind: 1, fanId: 1 }, unique: true }]);
      // The same block under another id is a duplicate.
      await given.insert('fan_marks', [{ ...block, _id: id() }, mute]);
      await given.insert(
        'told_matches',
        Array.from({ length: MANY }, (_, at) => ({ _id: `new ${at}` })),
      );

      await renameCollections(db);

      expect(await given.rows('fan_relations')).toEqual([block, mute]);
      expect(await given.rows('match_notification_states')).toHaveLength(1 + MANY);
      expect(await db.listCollections({ name: 'fan_marks' }).toArray()).toEqual([]);
    });
  });
});
