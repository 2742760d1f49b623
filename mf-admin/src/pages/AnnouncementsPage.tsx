import { ErrorState } from '@kickoff/ui';
import { usePageTitle } from '@kickoff/web';

import { AnnouncementForm } from '../features/announcements/AnnouncementForm';
import { AnnouncementList } from '../features/announcements/AnnouncementList';
import { useAnnouncements } from '../features/announcements/api/useAnnouncements';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Section } from '../Section';
import { texts } from '../texts';

/** The announcements, which are shown on all fan pages. */
export default function AnnouncementsPage() {
  usePageTitle();
  const { data: announcements, dataUpdatedAt, error, refetch } = useAnnouncements();
  return (
    <>
      <h1>{texts.announcements.title}</h1>
      <p className="ko-hintrow">{texts.announcements.hint}</p>
      <div className="ko-cases">
        <Section title={texts.announcements.new}>
          <AnnouncementForm />
        </Section>
        <Section title={texts.announcements.all}>
          {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
          {!announcements && !error ? <ListSkeleton /> : null}
          {announcements ? (
            <AnnouncementList announcements={announcements} asOf={dataUpdatedAt} />
          ) : null}
        </Section>
      </div>
    </>
  );
}
