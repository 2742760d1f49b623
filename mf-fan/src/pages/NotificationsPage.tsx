import { usePageTitle } from '@kickoff/web';

import { NotificationList } from '../features/notifications/NotificationList';

/** What others did that concerns this fan, and news of the fan's team. */
export default function NotificationsPage() {
  usePageTitle('Notifications');
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-narrow">
        <h1>Notifications</h1>
        <section className="ko-sheet ko-pad ko-mt-3" aria-label="Notifications">
          <NotificationList />
        </section>
      </div>
    </div>
  );
}
