import type { TeamCalendar } from '@kickoff/contracts';
import { Button, ConfirmDialog, errorMessage, Field, fillText, FormAlert } from '@kickoff/ui';
import { addressOf, Link, raiseToast, useExclusiveMutation } from '@kickoff/web';
import { useRef, useState } from 'react';

import styles from './settings.module.css';
import { texts } from '../../texts';
import { fetchCalendar, renewCalendar } from './api/teamCalendar';

interface ShownProps {
  url: string;
  onRenewed: (calendar: TeamCalendar) => void;
}

function Shown({ url, onRenewed }: ShownProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      raiseToast({ kind: 'ok', text: texts.calendar.copied });
    } catch {
      // Without clipboard access the fan can still copy by keyboard.
      container.current?.querySelector('input')?.select();
    }
  };
  return (
    <div className="ko-form" ref={container}>
      <Field
        label={texts.calendar.address}
        name="calendar"
        value={url}
        readOnly
        autoFocus
        onFocus={(event) => event.target.select()}
        hint={texts.calendar.addressHint}
      />
      <div className={`ko-row ${styles.wraps}`}>
        <Button look="soft" onClick={() => void copy()}>
          {texts.actions.copy}
        </Button>
        <a className="ko-btn ko-btn--line" href={url.replace(/^https?:/, 'webcal:')}>
          {texts.calendar.open}
        </a>
        <Button onClick={() => setAsked(true)}>{texts.calendar.renew}</Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title={texts.calendar.renewTitle}
          text={texts.calendar.renewConsequences}
          verb={texts.calendar.renewVerb}
          onConfirm={async () => onRenewed(await renewCalendar())}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}

/** The private calendar address of the fan's team, with buttons to copy and renew it. */
export function CalendarAddress({ team }: { team: string }) {
  const [calendar, setCalendar] = useState<TeamCalendar>();
  const showing = useExclusiveMutation({
    mutationFn: () => fetchCalendar(),
    onSuccess: setCalendar,
  });
  if (team === '') {
    return (
      <div className="ko-form">
        <p>{texts.calendar.needsTeam}</p>
        <div>
          <Link className="ko-btn ko-btn--line" to={addressOf('OwnProfile')}>
            {texts.calendar.choose}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="ko-form">
      <p>{fillText(texts.calendar.about, { team })}</p>
      {showing.error ? <FormAlert kind="error" text={errorMessage(showing.error)} /> : null}
      {calendar ? (
        <Shown url={calendar.url} onRenewed={setCalendar} />
      ) : (
        <div>
          <Button look="line" busy={showing.isPending} onClick={() => showing.mutate()}>
            {texts.calendar.show}
          </Button>
        </div>
      )}
    </div>
  );
}
