import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';

import { AwsV4Signer } from 'aws4fetch';

import type { S3Settings } from '../../common/config/env.js';
import { errorCode } from '../../common/errors/error-code.js';
import { codeIn } from './s3-xml.js';

/** A store that does not answer is told within 5 s (SECURITY-BAR §4), also where a read asks it twice. */
const ANSWER_MS = 2_300;
/** A body of which nothing comes for so long, while somebody waits for it, has broken off. */
const STILL_MS = 2_500;
/** One page of a list holds 1,000 names. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** One call of the protocol, about the bucket or about an object in it. */
export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A file on this machine's disk that is sent along. */
  path?: string;
  waitMs?: number;
}

/** Why a call was not served: a code of the system or the store's own. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';

  constructor(
    readonly code: string,
    readonly status?: number,
  ) {
    super(code);
  }

  /** Whether it may be another thing in a moment; who has waited once is not made to wait again. */
  get mayPass(): boolean {
    if (this.code === 'timeout') return false;
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

/** Makes the calls, each signed and none without an end. */
export class S3Connection {
  private readonly root: URL;
  private readonly agent: HttpAgent;
  private readonly signingKeys = new Map<string, ArrayBuffer>();

  constructor(private readonly settings: S3Settings) {
    this.root = new URL(`${settings.endpoint}/${settings.bucket}`);
    const Agent = this.root.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true });
  }

  close(): void {
    this.agent.destroy();
  }

  /** The answer to a call that went well, its body still to be read. */
  async ask(call: S3Call): Promise<IncomingMessage> {
    const answer = await this.sent(call);
    const { socket, statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    // To a HEAD the status is all that is said.
    const code = codeIn(await wholeText(answer)) ?? `status ${status}`;
    // It may have answered before all was sent, and take no more of it.
    if (call.path !== undefined) socket.destroy();
    throw new StoreFault(code, status);
  }

  private async sent({
    method,
    key,
    query = {},
    headers = {},
    path,
    waitMs = ANSWER_MS,
  }: S3Call): Promise<IncomingMessage> {
    const url = new URL(this.root);
    if (key !== undefined) url.pathname += `/${key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: 's3',
      accessKeyId: this.settings.accessKey,
      secretAccessKey: this.settings.secretKey,
      cache: this.signingKeys,
    }).sign();

    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      agent: this.agent,
    });
    const watch = setTimeout(() => request.destroy(new StoreFault('timeout')), waitMs);
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve);
        // Stays: a store that answers early may cut what is still being sent.
        request.on('error', (error) => reject(faultOf(error)));
        if (path === undefined) request.end();
        else {
          const file = createReadStream(path).on('data', () => watch.refresh());
          // What ends it ends the request too, which tells.
          pipeline(file, request, () => undefined);
        }
      });
    } finally {
      clearTimeout(watch);
    }
  }
}

function faultOf(error: Error): StoreFault {
  return error instanceof StoreFault ? error : new StoreFault(errorCode(error) ?? error.name);
}

/** Lets the connection be used again. */
export function drop(answer: IncomingMessage): void {
  endWhenStill(answer);
  // Nothing is read of it any more, so nobody is to be told that it broke off.
  answer.on('error', () => undefined).resume();
}

/** A body in words, which comes soon and is no longer than a page of a list. */
export async function wholeText(answer: IncomingMessage, waitMs = ANSWER_MS): Promise<string> {
  const watch = setTimeout(() => answer.destroy(new StoreFault('timeout')), waitMs);
  try {
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > LONGEST_TEXT) throw new StoreFault('tooLong');
    }
    return text;
  } catch (error) {
    throw error instanceof Error ? faultOf(error) : error;
  } finally {
    clearTimeout(watch);
  }
}

/** Ends a body that stands still, unless it is its reader who lets it wait. */
export function endWhenStill(body: IncomingMessage): void {
  const { socket } = body;
  let bytesBefore = -1;
  const watch = setInterval(() => {
    const isWanted = body.readableFlowing === true && body.readableLength === 0;
    const { bytesRead } = socket;
    if (isWanted && bytesRead === bytesBefore) body.destroy(new StoreFault('timeout'));
    // Whoever let it wait until now has not been waiting for it.
    bytesBefore = isWanted ? bytesRead : -1;
  }, STILL_MS);
  body.once('close', () => clearInterval(watch));
}
