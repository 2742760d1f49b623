import { z } from 'zod';

const DAY_MS = 24 * 60 * 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The last year that ISO 8601 writes with four digits, as every time of the contract. */
const LAST_YEAR = 9999;

/** A moment in ISO 8601. Near the first and last year an offset may lead out of four digits. */
export const isoMoment = (message: string) =>
  z.iso.datetime({ offset: true, error: message }).refine((given) => {
    const year = new Date(given).getUTCFullYear();
    return year >= 0 && year <= LAST_YEAR;
  }, message);

/** A day (UTC) or a moment, as `?from=` and `?to=` of the admins' lists name it. */
function moment(name: string, toDate: (given: string) => Date) {
  const message = `${name} must be a day such as 2026-05-31, or a moment in ISO 8601`;
  return z
    .union([z.iso.date(), isoMoment(message)], message)
    .transform(toDate)
    .optional();
}

/** Where a span of time begins; a day begins at its midnight. */
export const fromMoment = (name: string) => moment(name, (given) => new Date(given));

/** Before what a span of time ends: the day or moment that is named still belongs to it. */
export const toMoment = (name: string) =>
  moment(name, (given) => {
    const last = new Date(given).getTime();
    return new Date(last + (DAY.test(given) ? DAY_MS : 1));
  });
