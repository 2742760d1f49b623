import type { RemoteState, RemoteStatus } from '@kickoff/contracts';
import { Button, formatCount, formatDateTime } from '@kickoff/ui';

import { formatBuild } from './format-build';
import { RecentErrors } from './RecentErrors';
import styles from './RemoteTable.module.css';

const STATE_WORDS: Record<RemoteState, string> = {
  live: 'Live',
  invalid: 'Invalid',
  away: 'Away',
  unfit: 'Unfit',
};

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
  if (pairs.length === 0) return <span className="ko-none">None</span>;
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
  if (!previous) return <span className="ko-none">None</span>;
  return (
    <div>
      <div>{formatBuild(previous)}</div>
      <Button look="soft" size="sm" onClick={() => onRollBack(remote)}>
        Roll back<span className="ko-sr"> {name}</span>
      </Button>
    </div>
  );
}

function Row({ remote, onRollBack }: RowProps) {
  const { name, origin, build, liveSince, ranges, bytes, failures } = remote;
  return (
    <tr>
      <th scope="row" data-label="Name">
        <div>
          {name}
          <small className="ko-none ko-wrap">{origin ?? 'this server'}</small>
        </div>
      </th>
      <td data-label="State">
        <State remote={remote} />
      </td>
      <td className={styles.wraps} data-label="Version">
        {build === '' ? <span className="ko-none">None</span> : formatBuild(remote)}
      </td>
      <td className={styles.wraps} data-label="Live since">
        <time dateTime={liveSince}>{formatDateTime(liveSince)}</time>
      </td>
      <td className={styles.wraps} data-label="Failures">
        <div>
          {formatCount(failures.load)} loading, {formatCount(failures.render)} drawing
          <RecentErrors remote={remote} />
        </div>
      </td>
      <td className={styles.wraps} data-label="Before">
        <Previous remote={remote} onRollBack={onRollBack} />
      </td>
      <td className="ko-num" data-label="Size">
        {/* The server counts bytes; a person compares kilobytes. */}
        {formatCount(Math.round(bytes / 1000))} kB
      </td>
      <td className="ko-num" data-label="Ranges">
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
      aria-label="Micro-frontends"
    >
      <table className="ko-table">
        <caption className="ko-sr">Micro-frontends</caption>
        <thead>
          <tr>
            <th scope="col">Name and origin</th>
            <th scope="col">State</th>
            <th scope="col">Version</th>
            <th scope="col">Live since</th>
            <th scope="col">Failures in 24 hours</th>
            <th scope="col">Version before</th>
            <th scope="col">Size</th>
            <th scope="col">Needs or provides</th>
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
