import type { RemoteStatus } from '@kickoff/contracts';
import { fillText, formatCount, formatDateTime, pluralText } from '@kickoff/ui';

import { ERROR_KIND_WORDS } from '../../error-kind-words';
import { texts } from '../../texts';

/** The newest errors of a micro-frontend, hidden until they are asked for. */
export function RecentErrors({ remote: { name, recent } }: { remote: RemoteStatus }) {
  if (recent.length === 0) return null;
  return (
    <details>
      <summary>
        {pluralText(texts.remotes.recent, recent.length, { count: formatCount(recent.length) })}
        <span className="ko-sr"> {fillText(texts.remotes.recentOf, { name })}</span>
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
