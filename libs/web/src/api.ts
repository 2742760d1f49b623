import { type ErrorAnswer, NETWORK_FAILURE } from '@kickoff/contracts';

import type { AnswerOf, BodyOption, CallOf, HttpMethod } from './api-call';
import { checkAnswer } from './check-answer';
import { isOffline, cacheResponse } from './offline-cache';
import { forgetSession, sessionToken, type Audience } from './session';
import { texts } from './texts';

/** Replaced by the build. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** A failed API call. `message` is a sentence for the person. */
export class CallFailure extends Error {
  override name = 'CallFailure';

  constructor(
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Details of the server's error, if the error came from the server. */
    readonly answer?: ErrorAnswer,
  ) {
    super(message);
  }

  /** The first invalid field, if the server named one. */
  get field(): string | undefined {
    return this.answer?.details?.[0]?.path;
  }
}

export interface CallOptions {
  method?: HttpMethod;
  /** Objects are sent as JSON, forms as they are. */
  body?: object | FormData;
  /** The session to authenticate with; none if omitted. */
  as?: Audience;
  /** Token of that session; the current one if omitted. */
  token?: string;
  /** Lets the request outlive the page. The body is then limited to 64 KiB. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Idempotency key of a write: repeating the request writes once (API.md §1). */
  idempotencyKey?: string;
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'error' in answer &&
    typeof answer.error === 'string'
  );
}

/** Reads the error from the body of a failed response. */
export function failureOf(body: string, status: number): CallFailure {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    // The body comes from a proxy, or there is none.
  }
  return isErrorAnswer(answer)
    ? new CallFailure(answer.error, status, answer)
    : new CallFailure(NETWORK_FAILURE, status);
}

function toRequest(
  { method = 'GET', body, signal, idempotencyKey, keepalive = false }: CallOptions,
  token: string | null,
) {
  const headers = new Headers();
  const isJson = body !== undefined && !(body instanceof FormData);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (isJson) headers.set('Content-Type', 'application/json');
  return {
    method,
    headers,
    keepalive,
    signal: signal ?? null,
    body: isJson ? JSON.stringify(body) : (body ?? null),
  };
}

/** Calls the API for a response that is not JSON, such as a file. Fails like `callApi`. */
export async function fetchAnswer(path: string, options: CallOptions): Promise<Response> {
  const token = options.as ? (options.token ?? sessionToken(options.as)) : null;
  let response: Response;
  try {
    response = await fetch(path, toRequest(options, token));
    // A preloaded response may have been requested with an expired session: repeat the request with
    // the page's own session before ending it.
    if (response.status === 401 && token !== null && (options.method ?? 'GET') === 'GET') {
      response = await fetch(path, toRequest(options, token));
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallFailure(isOffline() ? texts.call.offline : NETWORK_FAILURE, 0);
  }
  if (options.as === 'fan' && response.ok) {
    // A response that arrives after the end of its session is not cached.
    cacheResponse(path, response, token === sessionToken('fan') ? token : null);
  }
  if (response.status === 401 && options.as && token !== null) forgetSession(options.as, token);
  if (!response.ok) throw failureOf(await response.text().catch(() => ''), response.status);
  return response;
}

/** Parses a response body. Throws a `CallFailure` if it is not the API's. */
export function answerIn(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    // Truncated, or written by a proxy.
    throw new CallFailure(NETWORK_FAILURE, 0);
  }
}

/** Reads a response as JSON. Throws a `CallFailure` if it does not arrive whole. */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  let body: string;
  try {
    body = await response.text();
  } catch {
    throw new CallFailure(NETWORK_FAILURE, 0);
  }
  // Not validated: the response comes from our own origin, which is built from the same contract.
  return answerIn(body) as Answer;
}

/**
 * Calls the API and returns the parsed response, or throws a `CallFailure`. A session that the
 * server rejects is removed, which redirects to the login. Method, address, body and answer are those
 * of `API` of the contracts.
 */
export async function callApi<const Address extends string, Method extends HttpMethod = 'GET'>(
  address: Address,
  options: CallOptions & { method?: Method } & BodyOption<CallOf<Method, Address>>,
): Promise<AnswerOf<Method, Address>> {
  const answer = await answerOf<AnswerOf<Method, Address>>(await fetchAnswer(address, options));
  if (process.env.NODE_ENV !== 'production') checkAnswer(options.method, address, answer);
  return answer;
}
