import { ErrorState, fillText } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';

import { useMonths } from '../features/months/api/useMonths';
import { ChartSpinner } from '../features/months/ChartSpinner';
import { MonthCharts } from '../features/months/MonthCharts';
import { countsOf, SHORT_MONTHS } from '../features/months/months';
import { useYear } from '../features/months/useYear';
import { YearChoice } from '../features/months/YearChoice';
import { texts } from '../texts';

const DRAW_MS = 1_000;
const LABELS = SHORT_MONTHS.map((_, at) => fillText(texts.charts.monthNumber, { number: at + 1 }));

/** Posts, likes and comments by month. */
export default function PostEngagementPage() {
  usePageTitle();
  const choice = useYear();
  const posts = useMonths('post-engagements', choice.year);
  const likes = useMonths('likes-given', choice.year);
  const comments = useMonths('comments-written', choice.year);
  const failed = [posts, likes, comments].filter(({ error }) => error);
  const [failure] = failed;
  const isWhole = posts.data && likes.data && comments.data;
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  return (
    <>
      <h1>{texts.charts.engagementTitle}</h1>
      <YearChoice {...choice} />
      {failure?.error ? <ErrorState text={failure.error.message} onRetry={retry} /> : null}
      {!isWhole && !failure ? <ChartSpinner /> : null}
      {isWhole ? (
        <MonthCharts
          series={[
            { ...texts.series.posts, counts: countsOf(posts.data) },
            { ...texts.series.likes, counts: countsOf(likes.data) },
            { ...texts.series.comments, counts: countsOf(comments.data) },
          ]}
          labels={LABELS}
          year={choice.year}
          drawMs={DRAW_MS}
          fileName={`post-engagement-${choice.year}.csv`}
        />
      ) : null}
    </>
  );
}
