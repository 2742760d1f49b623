import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

import { z } from 'zod';

import { ProviderError } from './league-data-provider.js';

/** The largest season of a league is well under one megabyte. */
const MAX_BYTES = 8 * 1024 * 1024;
const DEFAULT_WAIT_SECONDS = 60;
/** A reset further away is treated as invalid. */
const MAX_WAIT_SECONDS = 120;

/** Address and key of a provider. */
export interface ProviderAccess {
  url: string;
  key: string;
  timeoutMs: number;
}

/**
 * Requests JSON from one host: no redirects, bounded in time and size, with typed faults. `fetch`
 * would send additional headers, which API-Football rejects.
 */
export class ProviderHttp {
  constructor(
    private readonly access: Pick<ProviderAccess, 'url' | 'timeoutMs'>,
    private readonly headers: Record<string, string>,
    /** The header with the seconds until the quota resets. */
    private readonly resetHeader: string,
  ) {}

  /** The validated response; unknown fields are dropped. */
  async get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<{ body: z.infer<Schema>; headers: IncomingHttpHeaders }> {
    const { text, headers } = await this.read(path);
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new ProviderError('bad_payload', 'The answer is no JSON');
    }
    const body = schema.safeParse(json);
    if (body.success) return { body: body.data, headers };
    const where = body.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new ProviderError('bad_payload', `The answer has an unknown shape at ${where}`);
  }

  private async read(path: string): Promise<{ text: string; headers: IncomingHttpHeaders }> {
    let answer: IncomingMessage;
    let text: string;
    try {
      answer = await this.request(path);
      text = await textOf(answer);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError('unavailable', 'No answer, or not a whole one');
    }
    if (answer.statusCode !== 200) throw this.refusal(answer);
    return { text, headers: answer.headers };
  }

  private request(path: string): Promise<IncomingMessage> {
    const address = `${this.access.url}${path}`;
    const get = address.startsWith('https:') ? getHttps : getHttp;
    const signal = AbortSignal.timeout(this.access.timeoutMs);
    return new Promise((resolve, reject) => {
      get(address, { headers: this.headers, signal }, resolve).on('error', reject);
    });
  }

  private refusal({ statusCode: status, headers }: IncomingMessage): ProviderError {
    const detail = `Answered ${status ?? 'nothing'}`;
    if (status === 400 || status === 401) return new ProviderError('invalid_key', detail);
    if (status === 403) return new ProviderError('forbidden', detail);
    if (status === 404) return new ProviderError('not_found', detail);
    if (status === 429) {
      const reset = wholeNumber(headers, this.resetHeader) ?? wholeNumber(headers, 'retry-after');
      const seconds = Math.min(reset ?? DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS);
      return new ProviderError('rate_limited', detail, seconds);
    }
    // Redirects too: the key is sent to no other host.
    return new ProviderError('unavailable', detail);
  }
}

/** Parses a header as an integer, if it is one. */
export function wholeNumber(headers: IncomingHttpHeaders, name: string): number | undefined {
  const value = headers[name];
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

async function textOf(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new ProviderError('bad_payload', 'The answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
