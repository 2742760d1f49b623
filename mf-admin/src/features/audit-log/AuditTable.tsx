import type { AuditEntry } from '@kickoff/contracts';
import { formatDateTime } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { ACTION_WORDS, TARGET_WORDS } from './action-words';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
}

function Target({ entry: { targetType, targetId, target = {} } }: { entry: AuditEntry }) {
  const { name, excerpt } = target;
  const title = [TARGET_WORDS[targetType], name ?? targetId].join(' ').trim();
  return (
    <>
      {targetType === 'user' ? (
        <Link
          className="ko-link"
          to={addressOf('FanRecord', { userId: targetId })}
          title={targetId}
        >
          {title}
        </Link>
      ) : (
        <span title={targetId}>{title}</span>
      )}
      {excerpt ? (
        <span className="ko-wrap ko-hint" dir="auto">
          {' '}
          “{excerpt}”
        </span>
      ) : null}
    </>
  );
}

function formatDetails({ details = {} }: AuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}

/** The admins' actions as a table, newest first; cards on phones. */
export function AuditTable({ entries, isStale }: AuditTableProps) {
  return (
    <div
      className="ko-data ko-data--cards"
      aria-busy={isStale}
      tabIndex={0}
      role="region"
      aria-label="Audit log"
    >
      <table className="ko-table">
        <caption className="ko-sr">Audit log</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Admin</th>
            <th scope="col">What</th>
            <th scope="col">Target</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td className="ko-num" data-label="When">
                <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              </td>
              <th scope="row" data-label="Admin">
                <span className="ko-ell">{entry.actor.username}</span>
              </th>
              <td data-label="What">{ACTION_WORDS[entry.action]}</td>
              <td data-label="Target">
                {/* One element, because a narrow row puts each beside the label. */}
                <div>
                  <Target entry={entry} />
                </div>
              </td>
              <td data-label="Details">
                <span className="ko-wrap" dir="auto">
                  {formatDetails(entry)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
