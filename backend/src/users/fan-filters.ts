import { toObjectIds } from '../common/mongo/ids.js';

/** The most ids that a query excludes by itself; beyond, excluded fans are read and dropped. */
const MOST_EXCLUDED_BY_QUERY = 250;
/** Of more fans who are to be left out so many are read in vain at the most. */
const MOST_LEFT_OUT = 100;

/** Fans without a suspension in force. */
export const notSuspended = (now: Date) => ({
  $or: [{ suspension: { $exists: false } }, { 'suspension.until': { $lte: now } }],
});

/** The filter and the limit that find so many fans besides these. */
export function besides(except: ReadonlySet<string>, size: number) {
  if (except.size > MOST_EXCLUDED_BY_QUERY) return { among: {}, limit: size + MOST_LEFT_OUT };
  const ids = toObjectIds(except);
  return { among: ids.length === 0 ? {} : { _id: { $nin: ids } }, limit: size };
}

/** The first fans besides these. */
export function but<Fan extends { _id: string }>(
  except: ReadonlySet<string>,
  fans: readonly Fan[],
  size: number,
): Fan[] {
  return fans.filter(({ _id }) => !except.has(_id)).slice(0, size);
}
