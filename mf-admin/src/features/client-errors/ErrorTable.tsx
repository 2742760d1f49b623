import type { ClientErrorRow } from '@kickoff/contracts';
import { formatCount, formatDateTime } from '@kickoff/ui';

import { ERROR_KIND_WORDS } from '../../error-kind-words';
import { texts } from '../../texts';

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
      aria-label={texts.clientErrors.table}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.clientErrors.table}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.clientErrors.message}</th>
            <th scope="col">{texts.clientErrors.what}</th>
            <th scope="col">{texts.clientErrors.where}</th>
            <th scope="col">{texts.clientErrors.version}</th>
            <th scope="col">{texts.clientErrors.howOften}</th>
            <th scope="col">{texts.clientErrors.first}</th>
            <th scope="col">{texts.clientErrors.last}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={keyOf(error)}>
              <th scope="row" data-label={texts.clientErrors.message}>
                <span className="ko-wrap" dir="auto">
                  {error.message}
                </span>
              </th>
              <td data-label={texts.clientErrors.what}>{ERROR_KIND_WORDS[error.kind]}</td>
              <td data-label={texts.clientErrors.where}>{`${error.remote} ${error.page}`}</td>
              <td data-label={texts.clientErrors.version}>{error.version}</td>
              <td className="ko-num" data-label={texts.clientErrors.howOften}>
                {formatCount(error.count)}
              </td>
              <td className="ko-num" data-label={texts.clientErrors.first}>
                <time dateTime={error.firstAt}>{formatDateTime(error.firstAt)}</time>
              </td>
              <td className="ko-num" data-label={texts.clientErrors.last}>
                <time dateTime={error.lastAt}>{formatDateTime(error.lastAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
