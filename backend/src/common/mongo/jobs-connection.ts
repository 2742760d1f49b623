/**
 * Injection token of the connection for work behind the calls: a client of its own, whose queries may
 * take their time and take no place from those of calls. It shares no session with the other one.
 */
export const JOBS_CONNECTION = Symbol('JobsConnection');
