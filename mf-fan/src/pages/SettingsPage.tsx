import { ErrorState, Loading } from '@kickoff/ui';
import { Link, loadDeviceData, useOwnProfile, usePageTitle } from '@kickoff/web';
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
import { ViewpointList } from '../features/settings/shield/ViewpointList';
import { EDIT_PROFILE } from './edit-profile';

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="ko-sheet ko-pad ko-mt-3" aria-labelledby={id}>
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
    <ErrorState text="Failed to fetch user data" onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-narrow">
        <div className="ko-head">
          <h1>Settings</h1>
          <Link className="ko-btn ko-btn--line ko-btn--sm" to={EDIT_PROFILE}>
            Edit profile
          </Link>
        </div>
        <Section title="Look and privacy">
          {me ? <Preferences settings={me.settings} /> : withoutMe}
        </Section>
        <Section title="Notifications">
          {me ? <NotificationChoices chosen={me.settings.notifications} /> : withoutMe}
        </Section>
        <Section title="On my devices">
          <PushDevices />
          {me ? <PushChoices settings={me.settings} /> : withoutMe}
        </Section>
        <Section title="Spoiler shield">
          <ShieldChoices />
          <div className="ko-mt-3">
            <ViewpointList />
          </div>
        </Section>
        <Section title="Calendar of my team">
          {me ? <CalendarAddress team={me.fav_team1} /> : withoutMe}
        </Section>
        <Section title="Change password">
          <ChangePasswordForm />
        </Section>
        <Section title="Sessions">
          <SessionList />
        </Section>
        <Section title="Muted words">
          <MutedWordList />
        </Section>
        <Section title="Muted fans">
          <RestrictedFansList how="mute" />
        </Section>
        <Section title="Blocked fans">
          <RestrictedFansList how="block" />
        </Section>
        <Section title="Your data">
          <ExportData />
        </Section>
        <Section title="Leave KickOff">
          <DeleteAccount onDeleted={forgetMe} />
        </Section>
      </div>
    </div>
  );
}
