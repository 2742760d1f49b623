import { ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { AdminActDialog } from '../features/admins/AdminActDialog';
import { type AdminAct, AdminTable } from '../features/admins/AdminTable';
import { useAdmins } from '../features/admins/api/useAdmins';
import { ListSkeleton } from '../lists/ListSkeleton';

/** Who keeps order here, and who wants to. */
export default function AdminListPage() {
  usePageTitle('Admins');
  const { data: admins, error, refetch } = useAdmins();
  const [act, setAct] = useState<AdminAct>();
  return (
    <>
      <h1>Admins</h1>
      <p className="ko-hintrow">
        Whoever registers as an admin waits here until one of you approves.
      </p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!admins && !error ? <ListSkeleton /> : null}
      {admins ? <AdminTable admins={admins} onAct={setAct} /> : null}
      {act ? <AdminActDialog act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
