import type { AuditEntry } from '@kickoff/contracts';
import { ErrorState, formatCount, pluralText } from '@kickoff/ui';
import { fetchAnswer, usePageTitle } from '@kickoff/web';

import { AUDIT_FILTER_NAMES, AUDIT_FILTERS } from '../features/audit-log/audit-filters';
import { AuditTable } from '../features/audit-log/AuditTable';
import { CsvButton } from '../files/CsvButton';
import { EmptyList } from '../lists/EmptyList';
import { ListFilter } from '../lists/ListFilter';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { useListPage } from '../lists/useListPage';
import { texts } from '../texts';

const AUDIT_LOG = '/api/admin/audit-log';

/** The log of all admin actions, which nobody can change. */
export default function AuditLogPage() {
  usePageTitle();
  const list = useListAddress(AUDIT_FILTER_NAMES);
  const { data, error, isPlaceholderData, refetch } = useListPage<AuditEntry>(AUDIT_LOG, list.call);
  const fetchCsv = async () => {
    const answer = await fetchAnswer(`${AUDIT_LOG}?${list.query}&format=csv`, { as: 'admin' });
    return answer.blob();
  };
  return (
    <>
      <h1>{texts.auditLog.title}</h1>
      <div className="ko-tools">
        <ListFilter list={list} filters={AUDIT_FILTERS} name="audit-log" />
        <span className="ko-num ko-hint" role="status">
          {data?.total === undefined
            ? ''
            : pluralText(texts.auditLog.count, data.total, { count: formatCount(data.total) })}
        </span>
        <CsvButton name="audit-log.csv" fetchContent={fetchCsv} />
      </div>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
        <div className="ko-card">
          {data.items.length === 0 ? (
            <EmptyList list={list} text={texts.auditLog.empty} isStale={isPlaceholderData} />
          ) : (
            <>
              <AuditTable entries={data.items} isStale={isPlaceholderData} />
              <Pager list={list} shown={data} isStale={isPlaceholderData} />
            </>
          )}
        </div>
      ) : null}
    </>
  );
}
