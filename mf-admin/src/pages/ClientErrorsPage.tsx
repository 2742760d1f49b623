import type { ClientErrorRow } from '@kickoff/contracts';
import { formatCount, ErrorState, pluralText } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';

import { ErrorTable } from '../features/client-errors/ErrorTable';
import { EmptyList } from '../lists/EmptyList';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { useListPage } from '../lists/useListPage';
import { texts } from '../texts';

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
      <h1>{texts.clientErrors.title}</h1>
      <p className="ko-hintrow">{texts.clientErrors.hint}</p>
      <p className="ko-num ko-hint ko-mt-3" role="status">
        {data?.total === undefined
          ? ''
          : pluralText(texts.clientErrors.count, data.total, { count: formatCount(data.total) })}
      </p>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
        <div className="ko-card ko-mt-2">
          {data.items.length === 0 ? (
            <EmptyList list={list} text={texts.clientErrors.empty} isStale={isPlaceholderData} />
          ) : (
            <>
              <ErrorTable errors={data.items} isStale={isPlaceholderData} />
              <Pager list={list} shown={data} isStale={isPlaceholderData} />
            </>
          )}
        </div>
      ) : null}
    </>
  );
}
