import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { FileUnavailable } from '../src/common/errors/coded-errors.js';
import { PROCESS_MARK } from '../src/common/process/process-mark.js';
import type { StoredMediaFile } from '../src/media/media-file.schema.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { MediaStore } from '../src/media/store/media-store.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { allStored, filesOnDisk, uploadsFolder } from './support/stored-files.js';

const HOUR_MS = 60 * 60_000;
const NAME = `${'ab'.repeat(16)}.webp`;

describe('MediaCleanupJob', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeEach(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
  });
  afterEach(() => kickoff.stop());

  const sweep = (at = kickoff) => at.app.get(MediaCleanupJob, { strict: false }).run();
  const rows = () => kickoff.connection.collection<StoredMediaFile>('media_files');
  const put = async (folder: string, name: string) => {
    await mkdir(join(uploadsFolder(kickoff), folder), { recursive: true });
    await writeFile(join(uploadsFolder(kickoff), folder, name), 'bytes');
    return join(uploadsFolder(kickoff), folder, name);
  };
  /** A file with its row that no document references. */
  const putPending = async (by: string, since = new Date()) => {
    await put('', NAME);
    const ownerId = new Types.ObjectId(alice.id);
    await rows().insertOne({ _id: NAME, folder: '', ownerId, bytes: 5, pending: { since, by } });
  };
  /** The mark of a process of this machine that has exited. */
  const deadMark = async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    return PROCESS_MARK.replace(/\d+$/, String(child.pid));
  };
  const aPost = async () =>
    Post.parse(
      (
        await as(kickoff, alice)
          .post('/api/pt/posts')
          .attach('image', await aPicture(700), 'x')
      ).body,
    );

  it('deletes files without a row from every folder, with all renditions', async () => {
    for (const folder of ['', 'stories', 'profile_pictures']) {
      await put(folder, NAME);
      await put(folder, NAME.replace('.', '-320.'));
    }

    await sweep();

    expect(await filesOnDisk(kickoff)).toEqual([]);
  });

  it('does not delete files of posts or unrelated files', async () => {
    await aPost();
    await put('', 'README.txt');
    const before = await allStored(kickoff);

    await sweep();
    kickoff.clock.advance(2 * HOUR_MS);
    await sweep();

    expect(await allStored(kickoff)).toEqual(before);
  });

  it('deletes unreferenced files after an hour', async () => {
    await putPending(PROCESS_MARK);

    await sweep();
    expect(await filesOnDisk(kickoff)).toEqual([NAME]);
    kickoff.clock.advance(HOUR_MS);
    await sweep();

    expect(await allStored(kickoff)).toMatchObject({ files: [], rows: [] });
  });

  it('deletes unreferenced files at once when their process has exited', async () => {
    await putPending(await deadMark());

    await sweep();

    expect(await allStored(kickoff)).toMatchObject({ files: [], rows: [] });
  });

  it('preserves a pending file that a post references', async () => {
    const { image = '' } = await aPost();
    const before = await allStored(kickoff);
    const pending = { since: new Date(), by: await deadMark() };
    await rows().updateOne({ _id: image }, { $set: { pending } });

    await sweep();

    expect(await allStored(kickoff)).toEqual(before);
    expect(await rows().findOne({ _id: image })).not.toHaveProperty('pending');
  });

  it('deletes incoming uploads of an exited process at once and those of an unknown one after an hour', async () => {
    await put('.incoming', `${await deadMark()}-${'0'.repeat(32)}`);
    await put('.incoming', `${PROCESS_MARK}-${'0'.repeat(32)}`);
    const unknown = await put('.incoming', `${'f'.repeat(12)}-1-${'0'.repeat(32)}`);

    await sweep();
    expect(await filesOnDisk(kickoff)).toHaveLength(2);
    await utimes(unknown, new Date(), new Date(Date.now() - HOUR_MS));
    await sweep();

    expect(await filesOnDisk(kickoff)).toEqual([`${PROCESS_MARK}-${'0'.repeat(32)}`]);
  });

  it('deletes other files when one cannot be deleted, and shows that to admins', async () => {
    const other = NAME.replaceAll('ab', 'cd');
    await put('', NAME);
    await put('', other);
    const store = kickoff.app.get(MediaStore, { strict: false });
    const remove = store.delete.bind(store);
    const failing = jest.spyOn(store, 'delete').mockImplementation((folder, names) => {
      if (!names.includes(NAME)) return remove(folder, names);
      return Promise.reject(new FileUnavailable('This file cannot be deleted', new Error('EIO')));
    });

    await sweep();
    await sweep();

    expect(await filesOnDisk(kickoff)).toEqual([NAME]);
    const jobs = await as(kickoff, await anAdmin(kickoff))
      .get('/api/admin/jobs')
      .expect(200);
    expect(jobs.body).toMatchObject({
      items: [{ job: 'media-sweep', item: `/${NAME}`, failures: 1, lastError: 'Error: EIO' }],
    });
    failing.mockRestore();
    kickoff.clock.advance(HOUR_MS);
    await sweep();
    expect(await filesOnDisk(kickoff)).toEqual([]);
  });

  it('deletes no file while none of more than 100 has a row, and shows that to admins', async () => {
    const names = Array.from({ length: 101 }, (_, at) => `${String(at).padStart(32, '0')}.webp`);
    await Promise.all(names.map((name) => put('', name)));
    const copy = await put('copies/aaaaaaaaaaaaaaaaaaaaaaaa', NAME);

    await sweep();

    expect(await filesOnDisk(kickoff)).toEqual([...names, NAME]);
    const jobs = await as(kickoff, await anAdmin(kickoff))
      .get('/api/admin/jobs')
      .expect(200);
    const lastError = expect.stringMatching(
      'None of the 101 stored files belongs to this database',
    );
    expect(jobs.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ item: 'orphans', lastError }),
        expect.objectContaining({ item: 'copies', lastError }),
      ]),
    });

    await aPost();
    kickoff.clock.advance(HOUR_MS);
    await sweep();
    const left = await filesOnDisk(kickoff);
    expect(left).not.toEqual(expect.arrayContaining([names[0]]));
    await expect(access(copy)).rejects.toThrow('ENOENT');
  });

  it('can run concurrently on two instances', async () => {
    const other = await kickoff.another();
    await putPending(await deadMark());
    await put('stories', NAME);

    await Promise.all([sweep(), sweep(other), sweep()]);

    expect(await allStored(kickoff)).toMatchObject({ files: [], rows: [], bytes: 0 });
    await other.close();
  });

  it('runs at the first tick of an instance', async () => {
    await put('stories', NAME);

    const other = await kickoff.another();
    await other.app.get(MediaCleanupJob, { strict: false }).tick();

    expect(await filesOnDisk(kickoff)).toEqual([]);
    await other.close();
  });
});
