import '@kickoff/ui/lists.css';
import { usePageTitle } from '@kickoff/web';

import { NotificationList } from '../features/notifications/NotificationList';
import { texts } from '../texts';

/** The fan's notifications. */
export default function NotificationsPage() {
  usePageTitle();
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-narrow">
        <h1>{texts.notifications.title}</h1>
        <section
          className="ko-sheet ko-pad ko-mt-3"
          aria-label={texts.notifications.title}
          tabIndex={-1}
        >
          <NotificationList />
        </section>
      </div>
    </div>
  );
}
