import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@kickoff/contracts';

interface Facts {
  details?: ErrorAnswer['details'];
  /** Response headers of the error, such as `Allow`. */
  headers?: Record<string, string>;
  /** Overrides the status of the code, such as 414 for `too_large`. */
  status?: number;
  /** Fields beside `error` in the response, such as a suspension's reason. */
  beside?: Record<string, string>;
}

/** An error with a stable code; the message is shown to the person. */
export class CodedError extends Error {
  override readonly name = 'CodedError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly facts: Facts = {},
  ) {
    super(message);
  }

  get status(): number {
    return this.facts.status ?? ERROR_STATUS[this.code];
  }
}

export class InvalidInput extends CodedError {
  constructor(message: string, details?: ErrorAnswer['details']) {
    super('invalid_input', message, details ? { details } : {});
  }

  /** @param path the field that is wrong */
  static in(path: string, message: string): InvalidInput {
    return new InvalidInput(message, [{ path, message }]);
  }
}

export class Unauthenticated extends CodedError {
  constructor(message = 'Please log in to continue') {
    super('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

export class Forbidden extends CodedError {
  constructor(message = 'You are not allowed to do this') {
    super('forbidden', message);
  }
}

/** The account is suspended. Disclosed with the reason only after the correct password. */
export class Suspended extends CodedError {
  constructor(suspension: { reason: string; until?: Date }) {
    super('forbidden', 'This account is suspended', {
      beside: {
        reason: suspension.reason,
        ...(suspension.until ? { until: suspension.until.toISOString() } : {}),
      },
    });
  }
}

export class NotFound extends CodedError {
  /** @param what the kind of resource, such as `post` */
  constructor(what: string) {
    super('not_found', `This ${what} does not exist`);
  }
}

/** The path exists, but not for this method. */
export class MethodNotAllowed extends CodedError {
  constructor(allowed: readonly string[]) {
    super('method_not_allowed', 'This address does not take this kind of request', {
      headers: { Allow: allowed.join(', ') },
    });
  }
}

export class Conflict extends CodedError {
  /** @param path the conflicting field, if there is one */
  constructor(message: string, path?: string) {
    super('conflict', message, path === undefined ? {} : { details: [{ path, message }] });
  }
}

export class TooLarge extends CodedError {
  constructor(message: string, status?: 413 | 414 | 431) {
    super('too_large', message, status ? { status } : {});
  }
}

export class UnsupportedMedia extends CodedError {
  constructor(message: string) {
    super('unsupported_media', message);
  }
}

export class BadRange extends CodedError {
  constructor() {
    super('bad_range', 'The file has no such part');
  }
}

export class TooManyRequests extends CodedError {
  /** @param retryAfterSeconds whole seconds */
  constructor(retryAfterSeconds: number, message = 'Too many requests. Please try again later.') {
    super('too_many_requests', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

export class Unavailable extends CodedError {
  /** @param retryAfterSeconds whole seconds */
  constructor(
    message = 'KickOff is not available at the moment. Please try again.',
    retryAfterSeconds = 5,
  ) {
    super('unavailable', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** One stored file cannot be read, moved or deleted; the store itself is available. */
export class FileUnavailable extends Unavailable {
  constructor(
    message: string,
    override readonly cause: unknown,
  ) {
    super(message);
  }
}
