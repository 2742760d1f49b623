import { ErrorState, Loading } from '@kickoff/ui';
import { Link, loadDeviceData, useOwnProfile, usePageTitle } from '@kickoff/web';
import clsx from 'clsx';
import { useId, type ReactNode } from 'react';

import { CalendarAddress } from '../features/settings/CalendarAddress';
import { ChangePasswordForm } from '../features/settings/ChangePasswordForm';
import { DeleteAccount } from '../features/settings/DeleteAccount';
import { ExportData } from '../features/settings/ExportData';
import { RestrictedFansList } from '../features/settings/RestrictedFansList';
import { MutedWordList } from '../features/settings/MutedWordList';
import { NotificationChoices } from '../features/settings/NotificationChoices';
import { Preferences } from '../features/settings/Preferences';
import { PushChoices } from '../features/settings/push/PushChoices';
import { PushDevices } from '../features/settings/push/PushDevices';
import { SessionList } from '../features/settings/SessionList';
import { ShieldChoices } from '../features/settings/shield/ShieldChoices';
import styles from '../features/settings/settings.module.css';
import { ViewpointList } from '../features/settings/shield/ViewpointList';
import { texts } from '../texts';
import { EDIT_PROFILE } from './edit-profile';

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="ko-sheet ko-pad ko-mt-3" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{title}</h2>
      <div className="ko-mt-3">{children}</div>
    </section>
  );
}

/** The fan's settings and account. */
export default function SettingsPage() {
  usePageTitle();
  const { data: me, isError, refetch } = useOwnProfile();
  const forgetMe = () => {
    if (!me) return;
    // If it cannot be loaded, the next login on this device removes the data.
    loadDeviceData().then(
      ({ forgetFan }) => forgetFan(me._id),
      () => undefined,
    );
  };
  const withoutMe = isError ? (
    <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-narrow">
        <div className={clsx('ko-head', styles.wraps)}>
          <h1>{texts.settings.title}</h1>
          <Link className="ko-btn ko-btn--line ko-btn--sm" to={EDIT_PROFILE}>
            {texts.actions.editProfile}
          </Link>
        </div>
        <Section title={texts.settings.preferences}>
          {me ? <Preferences settings={me.settings} /> : withoutMe}
        </Section>
        <Section title={texts.notifications.title}>
          {me ? <NotificationChoices chosen={me.settings.notifications} /> : withoutMe}
        </Section>
        <Section title={texts.settings.devices}>
          <PushDevices />
          {me ? <PushChoices settings={me.settings} /> : withoutMe}
        </Section>
        <Section title={texts.settings.shield}>
          <ShieldChoices />
          <div className={styles.apart}>
            <ViewpointList />
          </div>
        </Section>
        <Section title={texts.settings.calendar}>
          {me ? <CalendarAddress team={me.fav_team1} /> : withoutMe}
        </Section>
        <Section title={texts.password.change}>
          <ChangePasswordForm />
        </Section>
        <Section title={texts.settings.sessions}>
          <SessionList />
        </Section>
        <Section title={texts.settings.mutedWords}>
          <MutedWordList />
        </Section>
        <Section title={texts.settings.mutedFans}>
          <RestrictedFansList how="mute" />
        </Section>
        <Section title={texts.settings.blockedFans}>
          <RestrictedFansList how="block" />
        </Section>
        <Section title={texts.settings.data}>
          <ExportData />
        </Section>
        <Section title={texts.settings.leaving}>
          <DeleteAccount onDeleted={forgetMe} />
        </Section>
      </div>
    </div>
  );
}
