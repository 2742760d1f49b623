import { toObjectIds } from '../common/mongo/ids.js';

/**
 * Maximum number of ids that a query excludes itself; beyond it, excluded fans are read and
 * dropped.
 */
const MAX_EXCLUDED_BY_QUERY = 250;
/** Extra rows read beyond that maximum, to replace the dropped ones. */
const EXTRA_ROWS = 100;

/** Fans without a suspension in force. */
export const notSuspended = (now: Date) => ({
  $or: [{ suspension: { $exists: false } }, { 'suspension.until': { $lte: now } }],
});

/** Returns the filter and limit that find `size` fans besides these. */
export function besides(except: ReadonlySet<string>, size: number) {
  if (except.size > MAX_EXCLUDED_BY_QUERY) return { among: {}, limit: size + EXTRA_ROWS };
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
