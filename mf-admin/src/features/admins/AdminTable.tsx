import type { AdminRow } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';

import { formatDate } from '../../format-date';
import { EmailText } from '../../lists/EmailText';

/** A selected action on an admin. */
export interface AdminAction {
  kind: 'approve' | 'refuse' | 'remove';
  admin: AdminRow;
}

interface AdminTableProps {
  admins: readonly AdminRow[];
  onAct: (act: AdminAction) => void;
}

function Actions({ admin, onAct }: { admin: AdminRow; onAct: AdminTableProps['onAct'] }) {
  const name = <span className="ko-sr"> {admin.username}</span>;
  if (admin.status === 'active') {
    return (
      <Button look="danger-quiet" size="sm" onClick={() => onAct({ kind: 'remove', admin })}>
        Remove{name}
      </Button>
    );
  }
  return (
    <span className="ko-row">
      <Button look="soft" size="sm" onClick={() => onAct({ kind: 'approve', admin })}>
        Approve{name}
      </Button>
      <Button look="danger-quiet" size="sm" onClick={() => onAct({ kind: 'refuse', admin })}>
        Refuse{name}
      </Button>
    </span>
  );
}

/** The admins as a table, those waiting for approval first; cards on phones. */
export function AdminTable({ admins, onAct }: AdminTableProps) {
  const waitingFirst = admins.toSorted(
    (one, other) => Number(one.status === 'active') - Number(other.status === 'active'),
  );
  return (
    <div
      className="ko-card ko-data ko-data--cards ko-mt-4"
      tabIndex={0}
      role="region"
      aria-label="Admins"
    >
      <table className="ko-table">
        <caption className="ko-sr">Admins</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Status</th>
            <th scope="col">Registered</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {waitingFirst.map((admin) => (
            <tr key={admin._id}>
              <th scope="row" data-label="Name">
                <span className="ko-ell">{admin.username}</span>
              </th>
              <td data-label="Email">
                <span className="ko-ell">
                  <EmailText email={admin.email} />
                </span>
              </td>
              <td data-label="Status">
                {admin.status === 'active' ? (
                  <span className="ko-chip ko-chip--brand">Active</span>
                ) : (
                  <span className="ko-chip ko-chip--warn">Waits for approval</span>
                )}
              </td>
              <td data-label="Registered">
                <time dateTime={admin.createdAt}>{formatDate(admin.createdAt)}</time>
              </td>
              <td data-label="Actions">
                <Actions admin={admin} onAct={onAct} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
