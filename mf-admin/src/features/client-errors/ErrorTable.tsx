import type { ClientErrorRow } from '@kickoff/contracts';
import { formatCount, formatDateTime } from '@kickoff/ui';

import { ERROR_KIND_WORDS } from '../../error-kind-words';

interface ErrorTableProps {
  errors: readonly ClientErrorRow[];
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
}

/** Repeated errors are one row, so these five fields identify it. */
const keyOf = ({ kind, remote, page, version, message }: ClientErrorRow) =>
  JSON.stringify([kind, remote, page, version, message]);

/** Errors in browsers as a table, newest first; cards on phones. */
export function ErrorTable({ errors, isStale }: ErrorTableProps) {
  return (
    <div
      className="ko-data ko-data--cards"
      aria-busy={isStale}
      tabIndex={0}
      role="region"
      aria-label="Client errors"
    >
      <table className="ko-table">
        <caption className="ko-sr">Client errors</caption>
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Version</th>
            <th scope="col">How often</th>
            <th scope="col">First</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={keyOf(error)}>
              <th scope="row" data-label="Message">
                <span className="ko-wrap" dir="auto">
                  {error.message}
                </span>
              </th>
              <td data-label="What">{ERROR_KIND_WORDS[error.kind]}</td>
              <td data-label="Where">{`${error.remote} ${error.page}`}</td>
              <td data-label="Version">{error.version}</td>
              <td className="ko-num" data-label="How often">
                {formatCount(error.count)}
              </td>
              <td className="ko-num" data-label="First">
                <time dateTime={error.firstAt}>{formatDateTime(error.firstAt)}</time>
              </td>
              <td className="ko-num" data-label="Last">
                <time dateTime={error.lastAt}>{formatDateTime(error.lastAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
