import { usePageTitle } from '@kickoff/web';

import { FeedHealth } from '../features/overview/FeedHealth';
import { NewestFans } from '../features/overview/NewestFans';
import { NewestPosts } from '../features/overview/NewestPosts';
import { OpenReports } from '../features/overview/OpenReports';
import { useActiveUsers } from '../features/totals/api/useActiveUsers';
import { useTotalPosts } from '../features/totals/api/useTotalPosts';
import { useTotalUsers } from '../features/totals/api/useTotalUsers';
import { TotalCard } from '../features/totals/TotalCard';
import { texts } from '../texts';

const centreCircle = (
  <>
    <circle cx="82" cy="66" r="38" />
    <path d="M82-4v140" />
    <circle cx="82" cy="66" r="6" fill="currentColor" />
  </>
);
const goalArea = <path d="M20 140V40h120M62 140V82h80" />;
const flightOfBall = (
  <>
    <path d="M-10 118C20 24 84 10 112 60" strokeDasharray="1 9" />
    <circle cx="114" cy="70" r="7" fill="currentColor" />
  </>
);

/** The admins' home page: totals, recent activity and open cases. */
export default function AdminHomePage() {
  usePageTitle();
  const totalUsers = useTotalUsers();
  const totalPosts = useTotalPosts();
  const activeUsers = useActiveUsers();
  return (
    <>
      <h1>{texts.overview.title}</h1>
      <p className="ko-hintrow">{texts.overview.hint}</p>
      <div className="ko-stats">
        <TotalCard title={texts.overview.totalUsers} total={totalUsers} art={centreCircle} />
        <TotalCard title={texts.overview.totalPosts} total={totalPosts} art={goalArea} />
        <TotalCard
          title={texts.overview.activeUsers}
          total={activeUsers}
          note={texts.overview.activeSpan}
          art={flightOfBall}
        />
      </div>
      <div className="ko-panels">
        <NewestFans />
        <NewestPosts />
        <OpenReports />
        <FeedHealth />
      </div>
    </>
  );
}
