import { ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { AdminActionDialog } from '../features/admins/AdminActionDialog';
import { type AdminAction, AdminTable } from '../features/admins/AdminTable';
import { useAdmins } from '../features/admins/api/useAdmins';
import { OwnSessions } from '../features/sessions/OwnSessions';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Section } from '../Section';
import { texts } from '../texts';

/** The admins and the registrations waiting for approval. */
export default function AdminListPage() {
  usePageTitle();
  const { data: admins, error, refetch } = useAdmins();
  const [act, setAct] = useState<AdminAction>();
  return (
    <>
      <h1>{texts.admins.title}</h1>
      <p className="ko-hintrow">{texts.admins.hint}</p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!admins && !error ? <ListSkeleton /> : null}
      {admins ? <AdminTable admins={admins} onAct={setAct} /> : null}
      {/* The rows above would shift them. */}
      {admins || error ? (
        <div className="ko-cases">
          <Section title={texts.admins.sessions}>
            <OwnSessions />
          </Section>
        </div>
      ) : null}
      {act ? <AdminActionDialog action={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
