import { Button, ErrorState, fillText, Icon, icons } from '@kickoff/ui';
import { addressOf, goTo, Link, usePageTitle, type PageProps } from '@kickoff/web';
import { useState } from 'react';

import { useFan } from '../features/fans/api/useFan';
import { type FanAction, FanActionDialog } from '../features/fans/FanActionDialog';
import { FanFacts } from '../features/fans/FanFacts';
import { FanNotes } from '../features/fans/FanNotes';
import { FanReports } from '../features/fans/FanReports';
import { FanSessions } from '../features/fans/FanSessions';
import { FanPosts } from '../features/posts/FanPosts';
import { ListSkeleton } from '../lists/ListSkeleton';
import { Section } from '../Section';
import { texts } from '../texts';

/** The record of one fan: data, activity and moderation. */
export default function FanRecordPage({ params: { userId = '' } }: PageProps) {
  const { data: fan, error, refetch } = useFan(userId);
  const [act, setAct] = useState<FanAction>();
  usePageTitle(fan?.username);
  if (!fan) {
    return (
      <>
        <h1>{texts.fan.title}</h1>
        {error ? (
          <ErrorState
            text={fillText(texts.fan.failed, { reason: error.message })}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </>
    );
  }
  const { _id, username, counts } = fan;
  const about = (kind: FanAction['kind']) =>
    setAct({ kind, fan: { _id, username, postsCount: counts.posts } });
  return (
    <>
      <Link className="ko-link ko-backlink" to={addressOf('FanList')}>
        <Icon icon={icons.arrowLeft} size={16} />
        {texts.fans.title}
      </Link>
      <FanFacts fan={fan} />
      <div className="ko-row ko-mt-4">
        {fan.status === 'suspended' ? (
          <Button look="primary" onClick={() => about('restore')}>
            {texts.common.restore}
          </Button>
        ) : (
          <Button look="line" onClick={() => about('suspend')}>
            {texts.common.suspend}
          </Button>
        )}
        <Button look="danger-quiet" onClick={() => about('delete')}>
          {texts.common.delete}
        </Button>
      </div>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      <div className="ko-panels">
        <Section title={texts.fan.reportsAgainst}>
          <FanReports reports={fan.reportsAgainst} empty={texts.fan.noReportsAgainst} />
        </Section>
        <Section title={texts.fan.reportsBy}>
          <FanReports reports={fan.reportsBy} empty={texts.fan.noReportsBy} />
        </Section>
        <Section title={texts.fan.notes}>
          <FanNotes fan={fan} />
        </Section>
        <Section title={texts.fan.sessions}>
          <FanSessions sessions={fan.sessions} />
        </Section>
      </div>
      <FanPosts fanId={_id} />
      {act ? (
        <FanActionDialog
          action={act}
          onClose={() => setAct(undefined)}
          onDeleted={() => goTo(addressOf('FanList'))}
        />
      ) : null}
    </>
  );
}
