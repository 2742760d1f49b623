import { ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';

import { useMonths } from '../features/months/api/useMonths';
import { ChartSpinner } from '../features/months/ChartSpinner';
import { MonthCharts } from '../features/months/MonthCharts';
import { countsOf, SHORT_MONTHS } from '../features/months/months';
import { useYear } from '../features/months/useYear';
import { YearChoice } from '../features/months/YearChoice';
import { texts } from '../texts';

const DRAW_MS = 1_500;

/** Registrations by month. */
export default function RegistrationGrowthPage() {
  usePageTitle();
  const choice = useYear();
  const { data: months, error, refetch } = useMonths('user-registrations', choice.year);
  return (
    <>
      <h1>{texts.charts.registrationsTitle}</h1>
      <YearChoice {...choice} />
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {!months && !error ? <ChartSpinner /> : null}
      {months ? (
        <MonthCharts
          series={[{ ...texts.series.registrations, counts: countsOf(months) }]}
          labels={SHORT_MONTHS}
          year={choice.year}
          drawMs={DRAW_MS}
          fileName={`registrations-${choice.year}.csv`}
        />
      ) : null}
    </>
  );
}
