import type { ClientErrorRow } from '@kickoff/contracts';
import { formatCount, EmptyState, ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';

import { ErrorTable } from '../features/client-errors/ErrorTable';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { useListPage } from '../lists/useListPage';

const CLIENT_ERRORS = '/api/admin/client-errors';

/** Errors in browsers in the last 30 days, without personal data. */
export default function ClientErrorsPage() {
  usePageTitle();
  const list = useListAddress([]);
  const { data, error, isPlaceholderData, refetch } = useListPage<ClientErrorRow>(
    CLIENT_ERRORS,
    list.call,
  );
  return (
    <>
      <h1>Client Errors</h1>
      <p className="ko-hintrow">
        What failed in browsers in the last 30 days. Nothing about the people in front of them is
        kept.
      </p>
      <p className="ko-num ko-hint ko-mt-3" role="status">
        {data?.total === undefined
          ? ''
          : `${formatCount(data.total)} ${data.total === 1 ? 'error' : 'errors'}`}
      </p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
        <div className="ko-card ko-mt-2">
          {data.items.length === 0 ? (
            <EmptyState text="No errors were reported" />
          ) : (
            <>
              <ErrorTable errors={data.items} isStale={isPlaceholderData} />
              <Pager list={list} shown={data} />
            </>
          )}
        </div>
      ) : null}
    </>
  );
}
