import type { RemoteStatus } from '@kickoff/contracts';
import { formatCount, formatDateTime } from '@kickoff/ui';

import { ERROR_KIND_WORDS } from '../../error-kind-words';

/** The newest errors of a micro-frontend, hidden until they are asked for. */
export function RecentErrors({ remote: { name, recent } }: { remote: RemoteStatus }) {
  if (recent.length === 0) return null;
  return (
    <details>
      <summary>
        {formatCount(recent.length)} recent {recent.length === 1 ? 'error' : 'errors'}
        <span className="ko-sr"> of {name}</span>
      </summary>
      <ul className="ko-entries">
        {recent.map(({ at, version, kind, message }, index) => (
          // Errors have no id, and two of them may be equal.
          <li key={index}>
            <span className="ko-wrap" dir="auto">
              {message}
            </span>
            <small>
              {ERROR_KIND_WORDS[kind]}, {version}, <time dateTime={at}>{formatDateTime(at)}</time>
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
