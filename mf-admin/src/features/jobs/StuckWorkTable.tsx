import { formatAge, formatCount, formatDateTime, pluralText } from '@kickoff/ui';
import { useId } from 'react';

import { RetryAlert } from '../../RetryAlert';
import { texts } from '../../texts';
import { useStuckWork } from './api/useStuckWork';

/** Formats a job's name. */
const inWords = (job: string) => job.replaceAll('-', ' ');

/** Failed background work that will be retried; a single line if there is none. */
export function StuckWorkTable({ now }: { now: number }) {
  const id = useId();
  const { data, error, refetch } = useStuckWork();
  return (
    <section aria-labelledby={id} className="ko-mt-4" tabIndex={-1}>
      <h2 id={id}>{texts.jobs.title}</h2>
      {error ? (
        <RetryAlert text={error.message} of={texts.jobs.title} onRetry={() => void refetch()} />
      ) : null}
      {data?.total === 0 ? <p className="ko-hintrow">{texts.jobs.empty}</p> : null}
      {data && data.total > 0 ? (
        <>
          <p className="ko-hintrow">
            {pluralText(texts.jobs.count, data.total, { count: formatCount(data.total) })}
          </p>
          <div
            className="ko-card ko-data ko-data--cards ko-mt-3"
            tabIndex={0}
            role="region"
            aria-label={texts.jobs.table}
          >
            <table className="ko-table" aria-labelledby={id}>
              <thead>
                <tr>
                  <th scope="col">{texts.jobs.job}</th>
                  <th scope="col">{texts.jobs.item}</th>
                  <th scope="col">{texts.jobs.failures}</th>
                  <th scope="col">{texts.jobs.since}</th>
                  <th scope="col">{texts.jobs.nextTry}</th>
                  <th scope="col">{texts.jobs.lastError}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ job, item, failures, since, retryAt, lastError }) => (
                  <tr key={`${job} ${item}`}>
                    <th scope="row" data-label={texts.jobs.job}>
                      <span className="ko-capital">{inWords(job)}</span>
                    </th>
                    <td data-label={texts.jobs.item}>{item}</td>
                    <td data-label={texts.jobs.failures}>{formatCount(failures)}</td>
                    <td data-label={texts.jobs.since}>
                      <time dateTime={since} title={formatDateTime(since)}>
                        {formatAge(since, now)}
                      </time>
                    </td>
                    <td data-label={texts.jobs.nextTry}>
                      <time dateTime={retryAt}>{formatDateTime(retryAt)}</time>
                    </td>
                    <td data-label={texts.jobs.lastError} className="ko-sentence">
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
