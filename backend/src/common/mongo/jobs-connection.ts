/**
 * Injection token of the jobs' connection: a client of its own without a time limit. Only
 * `common/mongo` uses it; `inBackground` runs operations on it.
 */
export const JOBS_CONNECTION = Symbol('JobsConnection');
