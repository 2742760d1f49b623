import type { RemoteState, RemoteStatus } from '@kickoff/contracts';
import { Button, fillText, formatCount, formatDateTime } from '@kickoff/ui';

import { texts } from '../../texts';
import { formatBuild } from './format-build';
import { RecentErrors } from './RecentErrors';
import styles from './RemoteTable.module.css';

const STATE_WORDS: Record<RemoteState, string> = texts.remotes.stateKind;

interface RemoteTableProps {
  remotes: readonly RemoteStatus[];
  onRollBack: (remote: RemoteStatus) => void;
}

interface RowProps {
  remote: RemoteStatus;
  onRollBack: RemoteTableProps['onRollBack'];
}

function State({ remote: { state, problem } }: { remote: RemoteStatus }) {
  return (
    <div>
      <span className={`ko-chip ko-chip--${state === 'live' ? 'brand' : 'warn'}`}>
        {STATE_WORDS[state]}
      </span>
      {problem === undefined ? null : <span className="ko-wrap">{problem}</span>}
    </div>
  );
}

function Ranges({ ranges }: Pick<RemoteStatus, 'ranges'>) {
  const pairs = Object.entries(ranges);
  if (pairs.length === 0) return <span className="ko-none">{texts.common.none}</span>;
  return (
    <ul>
      {pairs.map(([name, range]) => (
        <li key={name}>
          {name} {range}
        </li>
      ))}
    </ul>
  );
}

function Previous({ remote, onRollBack }: RowProps) {
  const { name, previous } = remote;
  if (!previous) return <span className="ko-none">{texts.common.none}</span>;
  return (
    <div>
      <div>{formatBuild(previous)}</div>
      <Button look="soft" size="sm" onClick={() => onRollBack(remote)}>
        {texts.remotes.rollBack}
        <span className="ko-sr"> {name}</span>
      </Button>
    </div>
  );
}

function Row({ remote, onRollBack }: RowProps) {
  const { name, origin, build, liveSince, ranges, bytes, failures } = remote;
  return (
    <tr>
      <th scope="row" data-label={texts.common.name}>
        <div>
          {name}
          <small className="ko-none ko-wrap">{origin ?? texts.remotes.thisServer}</small>
        </div>
      </th>
      <td data-label={texts.common.state}>
        <State remote={remote} />
      </td>
      <td className={styles.wraps} data-label={texts.remotes.version}>
        {build === '' ? <span className="ko-none">{texts.common.none}</span> : formatBuild(remote)}
      </td>
      <td className={styles.wraps} data-label={texts.remotes.liveSince}>
        <time dateTime={liveSince}>{formatDateTime(liveSince)}</time>
      </td>
      <td className={styles.wraps} data-label={texts.remotes.failuresShort}>
        <div>
          {fillText(texts.remotes.failureCounts, {
            load: formatCount(failures.load),
            render: formatCount(failures.render),
          })}
          <RecentErrors remote={remote} />
        </div>
      </td>
      <td className={styles.wraps} data-label={texts.remotes.beforeShort}>
        <Previous remote={remote} onRollBack={onRollBack} />
      </td>
      <td className="ko-num" data-label={texts.remotes.size}>
        {/* The server counts bytes; a person compares kilobytes. */}
        {fillText(texts.remotes.kilobytes, { count: formatCount(Math.round(bytes / 1000)) })}
      </td>
      <td className="ko-num" data-label={texts.remotes.ranges}>
        <Ranges ranges={ranges} />
      </td>
    </tr>
  );
}

/** The shell and the micro-frontends as a table; cards on phones. */
export function RemoteTable({ remotes, onRollBack }: RemoteTableProps) {
  return (
    <div
      className="ko-card ko-data ko-data--cards ko-mt-4"
      tabIndex={0}
      role="region"
      aria-label={texts.remotes.title}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.remotes.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.remotes.nameAndOrigin}</th>
            <th scope="col">{texts.common.state}</th>
            <th scope="col">{texts.remotes.version}</th>
            <th scope="col">{texts.remotes.liveSince}</th>
            <th scope="col">{texts.remotes.failures}</th>
            <th scope="col">{texts.remotes.before}</th>
            <th scope="col">{texts.remotes.size}</th>
            <th scope="col">{texts.remotes.ranges}</th>
          </tr>
        </thead>
        <tbody>
          {remotes.map((remote) => (
            <Row key={remote.name} remote={remote} onRollBack={onRollBack} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
