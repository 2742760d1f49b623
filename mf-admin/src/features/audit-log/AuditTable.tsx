import type { AuditEntry } from '@kickoff/contracts';
import { fillText, formatDateTime } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { texts } from '../../texts';
import { ACTION_WORDS, TARGET_WORDS } from './action-words';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
}

function Target({ entry: { targetType, targetId, target = {} } }: { entry: AuditEntry }) {
  const { name, excerpt } = target;
  const kind = TARGET_WORDS[targetType];
  // Where neither names it, only its id does.
  const shown = name ?? (excerpt ? '' : targetId);
  const title = fillText(texts.auditLog.targetName, { kind, name: shown }).trim();
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
          {fillText(texts.auditLog.excerpt, { excerpt })}
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
      aria-label={texts.auditLog.table}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.auditLog.table}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.auditLog.when}</th>
            <th scope="col">{texts.auditLog.admin}</th>
            <th scope="col">{texts.auditLog.what}</th>
            <th scope="col">{texts.auditLog.target}</th>
            <th scope="col">{texts.auditLog.details}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td className="ko-num" data-label={texts.auditLog.when}>
                <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              </td>
              <th scope="row" data-label={texts.auditLog.admin}>
                <span className="ko-ell">{entry.actor.username}</span>
              </th>
              <td data-label={texts.auditLog.what}>{ACTION_WORDS[entry.action]}</td>
              <td data-label={texts.auditLog.target}>
                {/* One element, because a narrow row puts each beside the label. */}
                <div>
                  <Target entry={entry} />
                </div>
              </td>
              <td data-label={texts.auditLog.details}>
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
