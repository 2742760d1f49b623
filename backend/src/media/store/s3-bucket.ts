import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { types } from 'node:util';

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Logger } from '@nestjs/common';

import type { S3Settings } from '../../common/config/env.js';
import { StartError } from '../../common/config/start-error.js';
import { Unavailable } from '../../common/errors/coded-errors.js';
import { errorCode } from '../../common/errors/error-code.js';
import { LogThrottle } from '../../common/logging/log-throttle.js';
import type { ByteRange } from '../byte-range.js';

/**
 * An unresponsive store leads to a response within 5 s (SECURITY-BAR §4), also if a read calls it
 * twice.
 */
const RESPONSE_TIMEOUT_MS = 2_300;
/** For calls that transfer data; a PUT restarts it with each chunk that the store accepts. */
const TRANSFER_TIMEOUT_MS = 4_000;
/** A body without data for this long, while its reader waits, counts as aborted. */
const IDLE_BODY_MS = 2_500;
/** Before the only retry; all calls are idempotent. */
const RETRY_MS = 200;

/** One level of a bucket's names. */
export interface Listed {
  keys: string[];
  /** Each with the slash at its end. */
  folders: string[];
}

/** Sends one call with the given options; restarts its timeout with `timer.refresh()`. */
type Send<Output> = (
  options: { abortSignal: AbortSignal },
  timer: NodeJS.Timeout,
) => Promise<Output>;

/** Why a call failed: the store's code or the system's. Contains no address and no key. */
class StoreFault extends Error {
  override readonly name = 'StoreFault';

  constructor(
    readonly code: string,
    readonly status?: number,
  ) {
    super(code);
  }

  /** A call that timed out is not retried, because its caller has waited long enough. */
  get isTransient(): boolean {
    if (this.code === 'timeout') return false;
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

/**
 * One bucket of an S3-compatible store, by path-style addresses. Each call has a timeout and one
 * retry. Logs faults by their code and throws `Unavailable`.
 */
export class S3Bucket {
  private readonly client: S3Client;
  private readonly bucket: { Bucket: string };
  private readonly faults = new LogThrottle();

  constructor(
    { endpoint, bucket, accessKey, secretKey }: S3Settings,
    private readonly logger: Logger,
  ) {
    this.bucket = { Bucket: bucket };
    // Each reader of a file occupies a connection until it ends.
    const agent = { maxSockets: Infinity };
    this.client = new S3Client({
      endpoint,
      region: regionOf(endpoint),
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      forcePathStyle: true,
      // Stores of other vendors reject AWS checksums and may not answer `Expect`.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      requestHandler: { httpAgent: agent, httpsAgent: agent },
      // The SDK's own strategy does not retry a stream, and warns on the console about each
      // failure.
      retryStrategy: { retry: (next, args) => next(args) },
    });
  }

  /** @throws StartError with the remedy if the bucket cannot be used */
  async requireUsable(): Promise<void> {
    try {
      const command = new ListObjectsV2Command({ ...this.bucket, MaxKeys: 1 });
      await this.retried((options) => this.client.send(command, options));
    } catch (error) {
      throw error instanceof StoreFault ? new StartError(remedyFor(error)) : error;
    }
  }

  /** Uploads a file from this machine's disk. */
  async put(key: string, path: string, type: string): Promise<void> {
    const { size } = await stat(path);
    const target = { ...this.bucket, Key: key, ContentType: type, ContentLength: size };
    await this.call(
      'PUT',
      async (options, timer) => {
        const body = Readable.from(chunksOf(path, timer), { objectMode: false });
        const failed = new Promise<never>((_, reject) => body.once('error', reject));
        try {
          const command = new PutObjectCommand({ ...target, Body: body });
          await Promise.race([this.client.send(command, options), failed]);
        } finally {
          body.destroy();
        }
      },
      TRANSFER_TIMEOUT_MS,
    );
  }

  /** @returns an object's length in bytes; undefined if there is none */
  async size(key: string): Promise<number | undefined> {
    const command = new HeadObjectCommand({ ...this.bucket, Key: key });
    const found = await this.callFor('HEAD', (options) => this.client.send(command, options));
    return found?.ContentLength;
  }

  /** @returns an object or a part of it as a stream; undefined if there is none */
  async read(key: string, part?: ByteRange): Promise<IncomingMessage | undefined> {
    const range = part && { Range: `bytes=${part.start}-${part.end}` };
    const command = new GetObjectCommand({ ...this.bucket, Key: key, ...range });
    const found = await this.callFor('GET', (options) => this.client.send(command, options));
    if (!found) return undefined;
    const { Body: body, $metadata } = found;
    if (!(body instanceof IncomingMessage)) throw new TypeError('A body is not a response');
    if ($metadata.httpStatusCode !== (part ? 206 : 200)) {
      body.destroy();
      throw this.unavailable('GET', new StoreFault('rangeIgnored'));
    }
    endWhenIdle(body);
    return body;
  }

  /** Copies an object within the bucket; does nothing if there is none. */
  async copy(from: string, to: string): Promise<void> {
    const source = `/${this.bucket.Bucket}/${from}`;
    const command = new CopyObjectCommand({ ...this.bucket, Key: to, CopySource: source });
    await this.callFor(
      'COPY',
      (options) => this.client.send(command, options),
      TRANSFER_TIMEOUT_MS,
    );
  }

  /** Deletes an object; does nothing if there is none. */
  async remove(key: string): Promise<void> {
    const command = new DeleteObjectCommand({ ...this.bucket, Key: key });
    await this.callFor('DELETE', (options) => this.client.send(command, options));
  }

  /** Lists the names right below a prefix, page by page. */
  async *list(prefix: string): AsyncIterable<Listed> {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...this.bucket,
        Prefix: prefix,
        Delimiter: '/',
        ContinuationToken: token,
      });
      const page = await this.call('LIST', (options) => this.client.send(command, options));
      yield {
        keys: (page.Contents ?? []).flatMap(({ Key }) => Key ?? []),
        folders: (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
      };
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  close(): void {
    this.client.destroy();
  }

  /** Runs a call about an object; undefined if there is none. */
  private async callFor<Output>(
    operation: string,
    send: Send<Output>,
    timeoutMs?: number,
  ): Promise<Output | undefined> {
    try {
      return await this.retried(send, timeoutMs);
    } catch (error) {
      if (error instanceof StoreFault && error.status === 404 && error.code !== 'NoSuchBucket') {
        return undefined;
      }
      throw this.unavailable(operation, error);
    }
  }

  private async call<Output>(
    operation: string,
    send: Send<Output>,
    timeoutMs?: number,
  ): Promise<Output> {
    try {
      return await this.retried(send, timeoutMs);
    } catch (error) {
      throw this.unavailable(operation, error);
    }
  }

  private async retried<Output>(send: Send<Output>, timeoutMs?: number): Promise<Output> {
    try {
      return await attempt(send, timeoutMs);
    } catch (error) {
      if (!(error instanceof StoreFault) || !error.isTransient) throw error;
      await delay(RETRY_MS);
      return attempt(send, timeoutMs);
    }
  }

  /** Logs a fault of the store and maps it to `Unavailable`; returns any other error unchanged. */
  private unavailable(operation: string, error: unknown): unknown {
    if (!(error instanceof StoreFault)) return error;
    const { code: fault, status } = error;
    this.faults.run((count) =>
      this.logger.warn({ event: 'store_failed', operation, fault, status, count }),
    );
    return new Unavailable('Files are not available at the moment. Please try again.');
  }
}

/** Sends a call once, and aborts it on failure. */
async function attempt<Output>(
  send: Send<Output>,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<Output> {
  const call = new AbortController();
  const timer = setTimeout(() => call.abort(), timeoutMs);
  try {
    return await send({ abortSignal: call.signal }, timer);
  } catch (error) {
    const fault = call.signal.aborted ? new StoreFault('timeout') : toFault(error);
    // Without this, a store that refuses early would still be sent the rest of the file.
    call.abort();
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The SDK uses the store's code as the error's name and adds the status. Its message may contain
 * addresses.
 */
function toFault(error: unknown): StoreFault {
  if (!types.isNativeError(error)) return new StoreFault('unknown');
  const facts: Pick<Error, 'name'> & { $metadata?: { httpStatusCode?: number } } = error;
  const status = facts.$metadata?.httpStatusCode;
  const isNamed = !['Error', 'Unknown'].includes(error.name);
  const code = isNamed || status === undefined ? error.name : `status ${status}`;
  return new StoreFault(errorCode(error) ?? code, status);
}

/** The file's bytes; the timer restarts with each consumed chunk. */
async function* chunksOf(path: string, timer: NodeJS.Timeout): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) {
    timer.refresh();
    yield chunk;
  }
}

/** Aborts a body without progress, unless its reader is the one that pauses it. */
function endWhenIdle(body: IncomingMessage): void {
  const { socket } = body;
  let bytesBefore = -1;
  const watch = setInterval(() => {
    const isWanted = body.readableFlowing === true && body.readableLength === 0;
    const { bytesRead } = socket;
    if (isWanted && bytesRead === bytesBefore) body.destroy(new StoreFault('timeout'));
    // A reader that starts to wait now gets the whole timeout.
    bytesBefore = isWanted ? bytesRead : -1;
  }, IDLE_BODY_MS);
  body.once('close', () => clearInterval(watch));
}

/** The region that signatures name: in the addresses of AWS and Backblaze, else `us-east-1`, which others accept. */
function regionOf(endpoint: string): string {
  const { hostname } = new URL(endpoint);
  if (hostname.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  const [, region = 'us-east-1'] =
    /\bs3(?:-fips)?[.-](?:dualstack[.])?([a-z]+(?:-[a-z]+)+-\d+)[.](?:amazonaws|backblazeb2)[.]com/.exec(
      hostname,
    ) ?? [];
  return region;
}

function remedyFor({ code, status }: StoreFault): string {
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
