import type { OwnProfile } from '@kickoff/contracts';
import { writePreference } from '@kickoff/web/preferences';

import { FirstStepsList } from '../features/first-steps/FirstStepsList';
import { SuggestedFans } from '../features/friends/SuggestedFans';
import { TeamPicker } from '../features/profile/TeamPicker';
import { FIRST_STEPS_OVER } from './first-steps-over';

interface FirstStepsProps {
  me: OwnProfile;
  onOver: () => void;
}

/** The newcomer's steps, which home loads after itself. */
export default function FirstSteps({ me, onOver }: FirstStepsProps) {
  const leave = () => {
    // So that home reserves no space for them at the next visit.
    writePreference(FIRST_STEPS_OVER, me._id);
    onOver();
  };
  return (
    <FirstStepsList
      me={me}
      teams={(onChosen) => <TeamPicker onChosen={onChosen} />}
      fans={<SuggestedFans />}
      onOver={leave}
    />
  );
}
