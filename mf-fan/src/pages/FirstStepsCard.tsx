import type { OwnProfile } from '@kickoff/contracts';
import { useDeferredComponent } from '@kickoff/web';
import { readPreference } from '@kickoff/web/preferences';

import { RowSkeletons } from '../features/friends/RowSkeletons';
import { FIRST_STEPS_OVER } from './first-steps-over';

const load = () => import(/* webpackChunkName: "first-steps" */ './FirstSteps');

function Card({ me }: { me: OwnProfile }) {
  const { Component } = useDeferredComponent(load);
  if (Component) return <Component me={me} />;
  return (
    <div className="ko-pad ko-firststeps">
      <RowSkeletons count={3} />
    </div>
  );
}

/** The first steps of a newcomer, until they are done. Established fans load nothing of them. */
export function FirstStepsCard({ me }: { me: OwnProfile }) {
  const isNewcomer = me.fav_team1 === '' || me.friendsCount < 3 || me.postsCount === 0;
  return isNewcomer && readPreference(FIRST_STEPS_OVER) !== me._id ? <Card me={me} /> : null;
}
