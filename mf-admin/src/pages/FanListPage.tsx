import type { AdminFanRow, BulkAction } from '@kickoff/contracts';
import { ErrorState, formatCount, pluralText } from '@kickoff/ui';
import { fetchAnswer, usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import { FANS } from '../features/fans/api/fans-address';
import type { BulkForm } from '../features/fans/api/useBulkAct';
import { BulkDialog } from '../features/fans/BulkDialog';
import { FAN_FILTERS, FAN_FILTER_NAMES } from '../features/fans/fan-filters';
import { type FanAction, FanActionDialog } from '../features/fans/FanActionDialog';
import { FanTable } from '../features/fans/FanTable';
import { SelectionBar } from '../features/fans/SelectionBar';
import { useSelection } from '../features/fans/useSelection';
import { CsvButton } from '../files/CsvButton';
import { EmptyList } from '../lists/EmptyList';
import { ListFilter } from '../lists/ListFilter';
import { ListSearch } from '../lists/ListSearch';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Pager } from '../lists/Pager';
import { useListAddress } from '../lists/useListAddress';
import { useListPage } from '../lists/useListPage';
import { texts } from '../texts';

function filterOf(query: string): Record<string, string> {
  const filter = new URLSearchParams(query);
  filter.delete('sort');
  return Object.fromEntries(filter);
}

/** The list of all fans with search and actions. */
export default function FanListPage() {
  usePageTitle();
  const list = useListAddress(FAN_FILTER_NAMES);
  const { data, error, isPlaceholderData, refetch } = useListPage<AdminFanRow>(FANS, list.call);
  const selection = useSelection(list.chosen);
  const [act, setAct] = useState<FanAction>();
  const [bulk, setBulk] = useState<BulkForm>();
  const total = data?.total ?? 0;
  const startBulk = (action: BulkAction) =>
    setBulk(
      selection.isEverybody
        ? { action, filter: filterOf(list.query) }
        : { action, ids: selection.ids },
    );
  const fetchCsv = async () => {
    const answer = await fetchAnswer(`${FANS}?${list.query}&format=csv`, { as: 'admin' });
    return answer.blob();
  };
  return (
    <>
      <h1>{texts.fans.title}</h1>
      <div className="ko-tools">
        <ListSearch
          list={list}
          label={texts.fans.searchLabel}
          placeholder={texts.fans.searchHint}
        />
        <ListFilter list={list} filters={FAN_FILTERS} name="fans" />
        <span className="ko-num ko-hint" role="status">
          {data?.total === undefined
            ? ''
            : pluralText(texts.fans.count, total, { count: formatCount(total) })}
        </span>
        <CsvButton name="users.csv" fetchContent={fetchCsv} />
      </div>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
        <section className="ko-card" aria-label={texts.fans.title} tabIndex={-1}>
          <SelectionBar selection={selection} total={total} onAct={startBulk} />
          {data.items.length === 0 ? (
            <EmptyList list={list} text={texts.fans.empty} isStale={isPlaceholderData} />
          ) : (
            <>
              <FanTable
                list={list}
                fans={data.items}
                selection={selection}
                isStale={isPlaceholderData}
                onAct={setAct}
              />
              <Pager list={list} shown={data} isStale={isPlaceholderData} />
            </>
          )}
        </section>
      ) : null}
      {act ? <FanActionDialog action={act} onClose={() => setAct(undefined)} /> : null}
      {bulk ? (
        <BulkDialog form={bulk} onBegun={selection.clear} onClose={() => setBulk(undefined)} />
      ) : null}
    </>
  );
}
