import { Button, formatAge, formatCount, formatDateTime } from '@kickoff/ui';
import { useId } from 'react';

import { useStuckWork } from './api/useStuckWork';

/** Formats a job's name. */
const inWords = (job: string) => job.replaceAll('-', ' ');

/** Failed background work that will be retried; a single line if there is none. */
export function StuckWorkTable({ now }: { now: number }) {
  const id = useId();
  const { data, error, refetch } = useStuckWork();
  return (
    <section aria-labelledby={id} className="ko-mt-4">
      <h2 id={id}>Background jobs</h2>
      {error ? (
        <div role="alert">
          <p>{error.message}</p>
          <Button look="soft" size="sm" onClick={() => void refetch()}>
            Retry<span className="ko-sr">: Background jobs</span>
          </Button>
        </div>
      ) : null}
      {data?.total === 0 ? <p className="ko-hintrow">Nothing is stuck.</p> : null}
      {data && data.total > 0 ? (
        <>
          <p className="ko-hintrow">
            {formatCount(data.total)} {data.total === 1 ? 'item' : 'items'} failed and will be tried
            again.
          </p>
          <div
            className="ko-card ko-data ko-data--cards ko-mt-3"
            tabIndex={0}
            role="region"
            aria-label="Stuck items"
          >
            <table className="ko-table" aria-labelledby={id}>
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">Item</th>
                  <th scope="col">Failures</th>
                  <th scope="col">Since</th>
                  <th scope="col">Next try</th>
                  <th scope="col">Last error</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ job, item, failures, since, retryAt, lastError }) => (
                  <tr key={`${job} ${item}`}>
                    <th scope="row" data-label="Job">
                      <span className="ko-capital">{inWords(job)}</span>
                    </th>
                    <td data-label="Item">{item}</td>
                    <td data-label="Failures">{formatCount(failures)}</td>
                    <td data-label="Since">
                      <time dateTime={since} title={formatDateTime(since)}>
                        {formatAge(since, now)}
                      </time>
                    </td>
                    <td data-label="Next try">
                      <time dateTime={retryAt}>{formatDateTime(retryAt)}</time>
                    </td>
                    <td data-label="Last error" style={{ whiteSpace: 'normal' }}>
                      {lastError}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </section>
  );
}
