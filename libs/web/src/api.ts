import { type ErrorAnswer, NETWORK_FAILURE } from '@kickoff/contracts';

import { isOffline, noteAnswer } from './seen-answers';
import { forgetSession, sessionToken, type Audience } from './session';

/** A call that did not succeed. `message` is a sentence for the person. */
export class CallFailure extends Error {
  override name = 'CallFailure';

  constructor(
    message: string,
    /** The answer's status; 0 where no answer came. */
    readonly status: number,
    /** What the server said beside the sentence, where it was the server. */
    readonly answer?: ErrorAnswer,
  ) {
    super(message);
  }

  /** The name of the first field that the server found wrong, where it named one. */
  get field(): string | undefined {
    return this.answer?.details?.[0]?.path;
  }
}

const OFFLINE = 'You are offline. Please try again when there is a connection.';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** An object travels as JSON, a form as it is. */
  body?: object | FormData;
  /** Whose session the call needs; without it none is sent. */
  as?: Audience;
  /** The token of that session; without it the present one is sent. */
  token?: string;
  /** Whether the call outlives the page. Its body has room for 64 KiB then. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Names a write, so that sending it again does it once (API.md §1). */
  idempotencyKey?: string;
}

/** One page of a list, and the address of the next one where there is one. */
export interface Page<Item> {
  items: Item[];
  next: string | undefined;
  /** How many the whole list has, where the server counts it. */
  total?: number | undefined;
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'error' in answer &&
    typeof answer.error === 'string'
  );
}

/** What went wrong, from the body of an answer that is not a success. */
export function failureOf(body: string, status: number): CallFailure {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    // Written by something between us and the server, or not at all.
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
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set('Content-Type', 'application/json');
  }
  return {
    method,
    headers,
    keepalive,
    signal: signal ?? null,
    body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
  };
}

/** Calls the API for an answer that is no JSON, such as a file. Fails as `callApi` does. */
export async function fetchAnswer(path: string, options: CallOptions): Promise<Response> {
  const token = options.as ? (options.token ?? sessionToken(options.as)) : null;
  let response: Response;
  try {
    response = await fetch(path, toRequest(options, token));
    // What the document asked for ahead may have been asked with a session that is over: the
    // page's own session is asked once more before it is forgotten.
    if (response.status === 401 && token !== null && (options.method ?? 'GET') === 'GET') {
      response = await fetch(path, toRequest(options, token));
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallFailure(isOffline() ? OFFLINE : NETWORK_FAILURE, 0);
  }
  if (options.as === 'fan' && response.ok) {
    // An answer that comes after the end of its session is kept for nobody.
    noteAnswer(path, response, token === sessionToken('fan') ? token : null);
  }
  if (response.status === 401 && options.as && token !== null) forgetSession(options.as, token);
  if (!response.ok) throw failureOf(await response.text().catch(() => ''), response.status);
  return response;
}

/** The answer in a body. Throws a `CallFailure` at what is no answer of ours. */
export function answerIn(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    // Cut short on its way, or written by something between us and the server.
    throw new CallFailure(NETWORK_FAILURE, 0);
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  let body: string;
  try {
    body = await response.text();
  } catch {
    throw new CallFailure(NETWORK_FAILURE, 0);
  }
  // The answer comes from our own origin, which builds it from the same contract.
  return answerIn(body) as Answer;
}

/**
 * Calls the API and gives the answer, or throws a `CallFailure`. A session that
 * the server no longer knows is forgotten, which leads the person to the login.
 */
export async function callApi<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return answerOf<Answer>(await fetchAnswer(path, options));
}

/** Fetches one page of a list. What belongs to it beside its items the server says in headers. */
export async function fetchPage<Item>(
  path: string,
  options: CallOptions = {},
): Promise<Page<Item>> {
  const response = await fetchAnswer(path, options);
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  const total = response.headers.get('X-Total-Count');
  return {
    items: await answerOf<Item[]>(response),
    next,
    total: total === null ? undefined : Number(total),
  };
}
