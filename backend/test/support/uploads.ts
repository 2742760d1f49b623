import { expect } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { allStored } from './stored-files.js';

export const MIB = 1024 * 1024;

/** Files of a post, by field. */
export type SentFiles = Partial<Record<'image' | 'video', Buffer>>;

/** Uploads a post with meaningless file names and types. */
export function sendPost(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  files: SentFiles,
  fields: Record<string, string> = {},
) {
  const call = as(kickoff, by).post('/api/pt/posts').field(fields);
  for (const [field, bytes] of Object.entries(files)) {
    void call.attach(field, bytes, `${field}.bin`);
  }
  return call;
}

/** Uploads a post with files; expects success. */
export async function postWith(...post: Parameters<typeof sendPost>): Promise<Post> {
  const answer = await sendPost(...post);
  expect(answer.status).toBe(201);
  return Post.parse(answer.body);
}

/** A fan who posts files, and other readers. */
export class UploadFixture {
  private constructor(
    readonly kickoff: KickOff,
    readonly alice: Caller,
  ) {}

  static async open(variables: Record<string, string> = {}): Promise<UploadFixture> {
    const kickoff = await startKickOff(variables);
    return new UploadFixture(kickoff, await aFan(kickoff));
  }

  /** Sends a post of Alice. */
  send(files: SentFiles, fields?: Record<string, string>) {
    return sendPost(this.kickoff, this.alice, files, fields);
  }

  /** Uploads a post of Alice; expects success. */
  posted(files: SentFiles, fields?: Record<string, string>): Promise<Post> {
    return postWith(this.kickoff, this.alice, files, fields);
  }

  /** Requests an upload like a browser requests a picture. */
  fetched(path = '') {
    return asVisitor(this.kickoff)
      .get(`/api/uploads/${path}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
  }

  /** Returns all bytes of an upload. */
  async bytesOf(path = ''): Promise<Buffer> {
    return z.instanceof(Buffer).parse((await this.fetched(path)).body);
  }

  /** Runs a request that must be refused, and expects no traces on disk or in the database. */
  async expectNothingLeft(call: () => PromiseLike<unknown>): Promise<void> {
    const before = await allStored(this.kickoff);
    await call();
    expect(await allStored(this.kickoff)).toEqual(before);
  }
}
