import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '@nestjs/common';

import type { S3Settings } from '../../common/config/env.js';
import { StartError } from '../../common/config/start-error.js';
import { Unavailable } from '../../common/errors/coded-errors.js';
import { LogThrottle } from '../../common/logging/log-throttle.js';
import type { Part } from '../byte-range.js';
import {
  drop,
  endWhenStill,
  type S3Call,
  S3Connection,
  StoreFault,
  wholeText,
} from './s3-connection.js';
import { codeIn, textsOf } from './s3-xml.js';

/** What moves bytes takes longer; of a file counted anew with each part that is taken from us. */
const MOVE_MS = 4_000;
/** Before the one other try; all that is asked here may be asked twice. */
const RETRY_MS = 200;

/** One level of a bucket's names. */
export interface Listed {
  keys: string[];
  /** Each with the slash at its end. */
  folders: string[];
}

/**
 * Speaks the protocol of S3 with one bucket, by the addresses that every such
 * store knows (`endpoint/bucket/key`). A fault of the store is logged here, by
 * its code alone, and is `Unavailable` for whoever called.
 */
export class S3Client {
  private readonly connection: S3Connection;
  private readonly faults = new LogThrottle();

  constructor(
    private readonly settings: S3Settings,
    private readonly logger: Logger,
  ) {
    this.connection = new S3Connection(settings);
  }

  /** Refuses the start over a bucket that cannot be used, with the cure. */
  async requireBucket(): Promise<void> {
    try {
      drop(await this.tried({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }));
    } catch (error) {
      if (error instanceof StoreFault) throw new StartError(whyNoBucket(error));
      throw error;
    }
  }

  /** Stores a file of this machine's disk. */
  async put(key: string, path: string, type: string): Promise<void> {
    const { size } = await stat(path);
    const headers = { 'Content-Type': type, 'Content-Length': String(size) };
    drop(await this.asked({ method: 'PUT', key, path, headers, waitMs: MOVE_MS }));
  }

  /** How many bytes an object has; nothing where there is none. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.askedFor({ method: 'HEAD', key });
    if (answer) drop(answer);
    return answer && Number(answer.headers['content-length']);
  }

  /** An object, or a part of it, as it comes; nothing where there is none. */
  async read(key: string, part?: Part): Promise<IncomingMessage | undefined> {
    const headers: S3Call['headers'] = part ? { Range: `bytes=${part.start}-${part.end}` } : {};
    const answer = await this.askedFor({ method: 'GET', key, headers });
    if (answer && answer.statusCode !== (part ? 206 : 200)) {
      answer.destroy();
      throw this.away('GET', new StoreFault('rangeIgnored'));
    }
    if (answer) endWhenStill(answer);
    return answer;
  }

  /** Gives an object a second name; nothing happens where there is none. */
  async copy(from: string, to: string): Promise<void> {
    const headers = { 'x-amz-copy-source': `/${this.settings.bucket}/${from}` };
    const call = { method: 'PUT', key: to, headers, waitMs: MOVE_MS } as const;
    const answer = await this.askedFor(call);
    // A copy that fails on its way says so below the head of one that went well.
    const code = answer && codeIn(await this.text(call, answer));
    if (code !== undefined) throw this.away('COPY', new StoreFault(code));
  }

  /** Takes an object away; one that is not there is fine. */
  async remove(key: string): Promise<void> {
    const answer = await this.askedFor({ method: 'DELETE', key });
    if (answer) drop(answer);
  }

  /** What lies right below a prefix, some at a time. */
  async *list(prefix: string): AsyncIterable<Listed> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        delimiter: '/',
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const call = { method: 'GET', query } as const;
      const xml = await this.text(call, await this.asked(call));
      yield {
        keys: textsOf(xml, 'Key'),
        folders: textsOf(xml, 'CommonPrefixes').flatMap((inner) => textsOf(inner, 'Prefix')),
      };
      [token] = textsOf(xml, 'NextContinuationToken');
    } while (token !== undefined);
  }

  close(): void {
    this.connection.close();
  }

  /** The answer to a call about an object; nothing where there is none. */
  private async askedFor(call: S3Call): Promise<IncomingMessage | undefined> {
    try {
      return await this.tried(call);
    } catch (error) {
      if (error instanceof StoreFault && error.status === 404 && error.code !== 'NoSuchBucket') {
        return undefined;
      }
      throw this.away(call.method, error);
    }
  }

  private async asked(call: S3Call): Promise<IncomingMessage> {
    try {
      return await this.tried(call);
    } catch (error) {
      throw this.away(call.method, error);
    }
  }

  private async tried(call: S3Call): Promise<IncomingMessage> {
    try {
      return await this.connection.ask(call);
    } catch (error) {
      if (!(error instanceof StoreFault) || !error.mayPass) throw error;
      await delay(RETRY_MS);
      return this.connection.ask(call);
    }
  }

  private async text({ method, waitMs }: S3Call, answer: IncomingMessage): Promise<string> {
    try {
      return await wholeText(answer, waitMs);
    } catch (error) {
      throw this.away(method, error);
    }
  }

  /** What a fault of the store is for whoever called; anything else is thrown as it is. */
  private away(operation: string, error: unknown): unknown {
    if (!(error instanceof StoreFault)) return error;
    const { code: fault, status } = error;
    this.faults.run((count) =>
      this.logger.warn({ event: 'storeFault', operation, fault, status, count }),
    );
    return new Unavailable('Files are not available at the moment. Please try again.');
  }
}

function whyNoBucket({ code, status }: StoreFault): string {
  if (code === 'NoSuchBucket' || status === 404) {
    return 'The store of S3_ENDPOINT has no bucket of the name in S3_BUCKET. Make it, or correct the name.';
  }
  if (status === undefined) {
    return `The store of S3_ENDPOINT does not answer (${code}). Start it, or correct the address.`;
  }
  if (status < 500) {
    return `The store of S3_ENDPOINT refuses S3_ACCESS_KEY and S3_SECRET_KEY (${code}). Correct them, and give them the right to list, read, write and delete in S3_BUCKET.`;
  }
  return `The store of S3_ENDPOINT cannot serve at the moment (${code}). Start KickOff again when it can.`;
}
