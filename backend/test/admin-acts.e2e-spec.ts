import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BulkPreview, BulkProgress } from '@kickoff/contracts';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { OperatorService } from '../src/admin/operator.service.js';
import { anAdmin, as, type Caller } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import type { KickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { workDone } from './support/operations.js';
import { until } from './support/until.js';

/** Collections that admin actions write to, directly or as a consequence. */
const COLLECTIONS = [
  'account_removals',
  'admins',
  'announcements',
  'audit_log',
  'counters',
  'fan_notes',
  'mails',
  'moderated_posts',
  'notifications',
  'posts',
  'reports',
  'sessions',
  'users',
];
/** Leases of a decision or restore in progress, and the times of sessions in use. */
const TRANSIENT_FIELDS = ['deciding', 'returningAt', 'lastSeenAt', 'expiresAt'];

type Act = ['post' | 'delete', path: string, body?: object];

describe('admin action whose audit log entry cannot be written', () => {
  let fixture: QueueFixture;
  let kickoff: KickOff;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
    ({ kickoff } = fixture);
  });
  beforeEach(() => fixture.begin());
  afterAll(() => kickoff.stop());

  const send = ([method, path, body = {}]: Act) =>
    as(kickoff, fixture.ada)[method](`/api/admin/${path}`).send(body);
  async function succeed<Answer>(act: Act): Promise<Answer> {
    const answer = await send(act);
    expect(answer).toMatchObject({ ok: true });
    return answer.body as Answer;
  }

  /** Makes the database refuse new entries of the audit log while `work` runs. */
  async function withoutEntries<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    const validate = (validator: object) =>
      kickoff.connection.db?.command({ collMod: 'audit_log', validator });
    await validate({ action: 'none' });
    try {
      return await work();
    } finally {
      await validate({});
    }
  }

  async function readRows(): Promise<string[]> {
    await workDone(kickoff);
    const rows: string[] = [];
    const hide = (key: string, value: unknown) =>
      TRANSIENT_FIELDS.includes(key) ? undefined : value;
    for (const name of COLLECTIONS) {
      const found = await kickoff.connection
        .collection(name)
        .find({}, { sort: { _id: 1 } })
        .toArray();
      for (const row of found) rows.push(`${name} ${JSON.stringify(row, hide)}`);
    }
    return rows;
  }

  async function aCase(): Promise<string> {
    await fixture.report(fixture.bob);
    return (await fixture.newestCase())._id;
  }
  async function anotherAdmin(): Promise<Caller> {
    return anAdmin(kickoff, {}, fixture.ada);
  }
  const ofFan = (what: string, body: object = {}): Act => [
    'post',
    `users/${fixture.alice.id}/${what}`,
    body,
  ];
  const suspension = () => ofFan('suspend', { reason: 'Spam' });
  const announcement: Act = ['post', 'announcements', { text: 'Kick-off at eight' }];

  it.each<[string, () => Act | Promise<Act>]>([
    ['does not suspend a fan', suspension],
    [
      'does not restore a fan',
      async () => {
        await succeed(suspension());
        return ofFan('restore');
      },
    ],
    ['does not delete a fan', () => ['delete', `users/${fixture.alice.id}`]],
    ['does not add a note', () => ofFan('notes', { text: 'Watch out' })],
    ['does not remove a post', () => ['delete', `posts/${fixture.post._id}`]],
    [
      'does not restore a post',
      async () => {
        await succeed(['delete', `posts/${fixture.post._id}`]);
        return ['post', `posts/${fixture.post._id}/restore`];
      },
    ],
    ['does not assign a case', async () => ['post', `reports/${await aCase()}/assign`]],
    [
      'does not release a case',
      async () => {
        const path = `reports/${await aCase()}/assign`;
        await succeed(['post', path]);
        return ['delete', path];
      },
    ],
    [
      'does not close a case',
      async () => ['post', `reports/${await aCase()}/resolve`, { action: 'dismiss' }],
    ],
    [
      'does not suspend a fan by a case',
      async () => ['post', `reports/${await aCase()}/resolve`, { action: 'suspend' }],
    ],
    ['does not publish an announcement', () => announcement],
    [
      'does not delete an announcement',
      async () => ['delete', `announcements/${(await succeed<{ _id: string }>(announcement))._id}`],
    ],
    [
      'does not approve an admin',
      async () => {
        const { id, email } = await anotherAdmin();
        await kickoff.app.get(OperatorService).suspend(email);
        return ['post', `admins/${id}/approve`];
      },
    ],
    ['does not remove an admin', async () => ['delete', `admins/${(await anotherAdmin()).id}`]],
  ])('%s', async (_what, prepare) => {
    const act = await prepare();
    await fixture.mails();
    const before = await readRows();

    const answer = await withoutEntries(() => send(act));

    expect(answer.status).toBe(500);
    expect(await readRows()).toEqual(before);
  });

  it('counts no fan of a bulk action as done', async () => {
    const ids = [fixture.alice.id];
    const { _id } = await succeed<BulkPreview>([
      'post',
      'users/bulk/preview',
      { action: 'suspend', ids },
    ]);
    await fixture.mails();
    const before = await readRows();

    await withoutEntries(async () => {
      await succeed(['post', 'users/bulk', { previewId: _id, reason: 'Spam' }]);
      await kickoff.app.get(BulkRunner, { strict: false }).run();
    });

    const shown = await as(kickoff, fixture.ada).get(`/api/admin/users/bulk/${_id}`).expect(200);
    expect(shown.body as BulkProgress).toMatchObject({ state: 'running', done: 0 });
    expect(await readRows()).toEqual(before);
  });

  it('closes no event stream and publishes no event', async () => {
    const stream = await new Listener({ Authorization: `Bearer ${fixture.alice.token}` }).connect(
      kickoff,
    );

    await withoutEntries(async () => {
      await send(['delete', `posts/${fixture.post._id}`]);
      await send(suspension());
      await send(['delete', `users/${fixture.alice.id}`]);
    });
    await as(kickoff, fixture.bob).post(`/api/pt/posts/${fixture.post._id}/like`).expect(200);
    const first = await until(() => stream.received.find(({ name }) => name === 'post.changed'));

    expect(first.data).toMatchObject({ likesCount: 1 });
    expect(stream.hasEnded).toBe(false);
    stream.disconnect();
  });
});
