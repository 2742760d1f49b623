import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

import { Inject, Injectable } from '@nestjs/common';
import type { PushMessage } from '@kickoff/contracts';
import webPush from 'web-push';

import { KEYS, SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import type { Keys } from '../common/config/keys.js';
import { errorCode } from '../common/errors/error-code.js';
import { Clock } from '../common/time/clock.js';
import { AddressFault, PushAddresses } from './push-addresses.js';
import type { PushSubscription } from './push-subscription.schema.js';
import { VapidTokens } from './vapid-tokens.js';

/** Timeout of a request, from the look-up of the address to the end of the response. */
const TIMEOUT_MS = 10_000;
/** How long a push service stores a message for an offline browser. */
const TTL_SECONDS = 24 * 60 * 60;
/** Only the status of a response matters. */
const MAX_ANSWER_BYTES = 64 * 1024;
const IDLE_MS = 10_000;
const MAX_IDLE_SOCKETS = 96;
const ENCODING = 'aes128gcm';

/** Errors before the service was reached, so nothing was delivered. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** Outcome of a delivery. */
export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  /** May be retried. */
  | { kind: 'delayed'; fault: string; retryAfter?: string }
  /** A retry is pointless, or could deliver the message twice. */
  | { kind: 'refused'; fault: string };

/** Sends encrypted messages to push services (RFC 8030, RFC 8291, RFC 8292). */
@Injectable()
export class PushCarrier {
  private readonly tokens: VapidTokens;
  /** Connections resolve the name again and use the address that was checked. */
  private readonly checked: https.Agent;
  private readonly ofDoubles = {
    'http:': new http.Agent(idleSockets),
    'https:': new https.Agent(idleSockets),
  };

  constructor(
    private readonly addresses: PushAddresses,
    private readonly clock: Clock,
    @Inject(KEYS) { push }: Keys,
    @Inject(SETTINGS) { publicUrl }: Settings,
  ) {
    const { protocol, hostname } = new URL(publicUrl);
    // Push services accept only these two forms.
    const subject = protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`;
    this.tokens = new VapidTokens(push, subject);
    this.checked = new https.Agent({ ...idleSockets, lookup: this.lookup });
  }

  /** Sends a message once. Redirects are not followed. */
  async deliver(
    { endpoint, keys }: Pick<PushSubscription, 'endpoint' | 'keys'>,
    message: PushMessage,
  ): Promise<PushOutcome> {
    try {
      const url = this.addresses.parse(endpoint);
      const { cipherText } = webPush.encrypt(
        keys.p256dh,
        keys.auth,
        JSON.stringify(message),
        ENCODING,
      );
      const request = this.open(url, this.headersFor(url, cipherText));
      return await outcomeOf(request, cipherText);
    } catch (error) {
      if (!(error instanceof AddressFault)) throw error;
      return { kind: 'refused', fault: error.reason };
    }
  }

  close(): void {
    for (const agent of [this.checked, ...Object.values(this.ofDoubles)]) agent.destroy();
  }

  private open(url: URL, headers: Record<string, string>): ClientRequest {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method: 'POST', headers, signal };
    if (this.addresses.isOfDouble(url)) {
      return url.protocol === 'http:'
        ? http.request(url, { ...options, agent: this.ofDoubles['http:'] })
        : https.request(url, { ...options, agent: this.ofDoubles['https:'] });
    }
    this.addresses.requireNoInternalLiteral(url);
    return https.request(url, { ...options, agent: this.checked });
  }

  private headersFor(url: URL, body: Buffer): Record<string, string> {
    return {
      'Content-Type': 'application/octet-stream',
      'Content-Length': `${body.length}`,
      'Content-Encoding': ENCODING,
      TTL: `${TTL_SECONDS}`,
      Urgency: 'normal',
      Authorization: this.tokens.authorize(url.origin, this.clock.now()),
    };
  }

  private readonly lookup: LookupFunction = (name, { all }, done) => {
    this.addresses.resolve(name).then(
      (found) => {
        if (all) done(null, found);
        else done(null, found[0].address, found[0].family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}

const idleSockets: http.AgentOptions = {
  keepAlive: true,
  timeout: IDLE_MS,
  maxFreeSockets: MAX_IDLE_SOCKETS,
};

async function outcomeOf(request: ClientRequest, body: Buffer): Promise<PushOutcome> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    const outcome = toOutcome(response);
    await skip(response);
    return outcome;
  } catch (error) {
    return toFault(error, request.reusedSocket);
  }
}

function toOutcome({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent' };
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  const fault = `${statusCode}`;
  if (statusCode !== 429 && statusCode < 500) return { kind: 'refused', fault };
  const retryAfter = headers['retry-after'];
  return { kind: 'delayed', fault, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Reads the rest of a response, so that its connection can be reused. Never rejects. */
async function skip(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  // Only the status counts: `once` rejects if the body is cut off or stalls.
  response.on('error', () => undefined);
  if (!response.closed) await once(response, 'close').catch(() => undefined);
}

function toFault(error: unknown, isReused: boolean): PushOutcome {
  if (error instanceof AddressFault) {
    const isFound = error.reason !== 'unresolved';
    return { kind: isFound ? 'refused' : 'delayed', fault: error.reason };
  }
  const fault = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
  // A service may close an idle connection while the next request is in flight.
  const isUnreached = UNREACHED.has(fault) || (isReused && fault === 'ECONNRESET');
  return { kind: isUnreached ? 'delayed' : 'refused', fault };
}
