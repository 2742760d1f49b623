import type { OwnProfile } from '@kickoff/contracts';
import { useFocusFallback } from '@kickoff/ui';
import { writePreference } from '@kickoff/web/preferences';
import { useState } from 'react';

import { FirstStepsList } from '../features/first-steps/FirstStepsList';
import { SuggestedFans } from '../features/friends/SuggestedFans';
import { TeamPicker } from '../features/profile/TeamPicker';
import { texts } from '../texts';
import { FIRST_STEPS_OVER } from './first-steps-over';

interface FirstStepsProps {
  me: OwnProfile;
}

function Card({ me, onOver }: FirstStepsProps & { onOver: () => void }) {
  const section = useFocusFallback<HTMLElement>();
  return (
    <section
      className="ko-pad ko-firststeps"
      aria-labelledby="first-steps"
      tabIndex={-1}
      ref={section}
    >
      <h2 id="first-steps">{texts.firstSteps.title}</h2>
      <FirstStepsList
        me={me}
        teams={(onChosen) => <TeamPicker onChosen={onChosen} />}
        fans={<SuggestedFans />}
        onOver={onOver}
      />
    </section>
  );
}

/** The newcomer's steps, which home loads after itself. */
export default function FirstSteps({ me }: FirstStepsProps) {
  const [isOver, setOver] = useState(false);
  const leave = () => {
    // So that home reserves no space for them at the next visit.
    writePreference(FIRST_STEPS_OVER, me._id);
    setOver(true);
  };
  return isOver ? null : <Card me={me} onOver={leave} />;
}
