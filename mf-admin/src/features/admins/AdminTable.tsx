import type { AdminRow } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';

import { formatDate } from '../../format-date';
import { EmailText } from '../../lists/EmailText';
import { texts } from '../../texts';

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
        {texts.adminActions.remove.verb}
        {name}
      </Button>
    );
  }
  return (
    <span className="ko-row">
      <Button look="soft" size="sm" onClick={() => onAct({ kind: 'approve', admin })}>
        {texts.adminActions.approve.verb}
        {name}
      </Button>
      <Button look="danger-quiet" size="sm" onClick={() => onAct({ kind: 'refuse', admin })}>
        {texts.adminActions.refuse.verb}
        {name}
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
      aria-label={texts.admins.title}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.admins.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.common.name}</th>
            <th scope="col">{texts.common.email}</th>
            <th scope="col">{texts.common.status}</th>
            <th scope="col">{texts.admins.registered}</th>
            <th scope="col">{texts.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {waitingFirst.map((admin) => (
            <tr key={admin._id}>
              <th scope="row" data-label={texts.common.name}>
                <span className="ko-ell">{admin.username}</span>
              </th>
              <td data-label={texts.common.email}>
                <span className="ko-ell" title={admin.email}>
                  <EmailText email={admin.email} />
                </span>
              </td>
              <td data-label={texts.common.status}>
                {admin.status === 'active' ? (
                  <span className="ko-chip ko-chip--brand">{texts.common.active}</span>
                ) : (
                  <span className="ko-chip ko-chip--warn">{texts.admins.pending}</span>
                )}
              </td>
              <td data-label={texts.admins.registered}>
                <time dateTime={admin.createdAt}>{formatDate(admin.createdAt)}</time>
              </td>
              <td data-label={texts.common.actions}>
                <Actions admin={admin} onAct={onAct} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
