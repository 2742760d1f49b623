import type { TeamCalendar } from '@kickoff/contracts';
import { Button, ConfirmDialog, errorMessage, Field, FormAlert } from '@kickoff/ui';
import { addressOf, Link, raiseToast } from '@kickoff/web';
import { useRef, useState } from 'react';

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
      raiseToast({ kind: 'ok', text: 'Address copied' });
    } catch {
      // Without clipboard access the fan can still copy by keyboard.
      container.current?.querySelector('input')?.select();
    }
  };
  return (
    <div className="ko-form" ref={container}>
      <Field
        label="Address"
        name="calendar"
        value={url}
        readOnly
        autoFocus
        onFocus={(event) => event.target.select()}
        hint="Whoever has it sees your team’s matches, and nothing else of you."
      />
      <div className="ko-row" style={{ flexWrap: 'wrap' }}>
        <Button look="soft" onClick={() => void copy()}>
          Copy
        </Button>
        <a className="ko-btn ko-btn--line" href={url.replace(/^https?:/, 'webcal:')}>
          Open in my calendar
        </a>
        <Button onClick={() => setAsked(true)}>New address</Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title="Make a new address?"
          text="Calendars with the present one will hear of no match any more."
          verb="Make new"
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
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const show = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      setCalendar(await fetchCalendar());
    } catch (failure) {
      setFault(errorMessage(failure));
    }
    setBusy(false);
  };
  if (team === '') {
    return (
      <div className="ko-form">
        <p>Choose a favorite team to have its matches in your calendar.</p>
        <div>
          <Link className="ko-btn ko-btn--line" to={addressOf('OwnProfile')}>
            Choose in my profile
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="ko-form">
      <p>
        The matches of {team}, for the calendar on your phone or computer. Those that are moved move
        there, too.
      </p>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      {calendar ? (
        <Shown url={calendar.url} onRenewed={setCalendar} />
      ) : (
        <div>
          <Button look="line" busy={isBusy} onClick={() => void show()}>
            Show the address
          </Button>
        </div>
      )}
    </div>
  );
}
