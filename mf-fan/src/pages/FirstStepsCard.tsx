import type { OwnProfile } from '@kickoff/contracts';
import { useFocusFallback } from '@kickoff/ui';
import { useDeferredComponent } from '@kickoff/web';
import { readPreference } from '@kickoff/web/preferences';
import { useState } from 'react';

import { FIRST_STEPS_OVER } from './first-steps-over';

const load = () => import(/* webpackChunkName: "first-steps" */ './FirstSteps');

function Card({ me, onOver }: { me: OwnProfile; onOver: () => void }) {
  const section = useFocusFallback<HTMLElement>();
  const { Component } = useDeferredComponent(load);
  return (
    // The height of the closed steps, so that nothing shifts when they arrive.
    <section
      className="ko-pad"
      aria-labelledby="first-steps"
      tabIndex={-1}
      ref={section}
      style={{ minHeight: 260, borderTop: '1px solid var(--line)' }}
    >
      <h2 id="first-steps">Make KickOff yours</h2>
      {Component ? <Component me={me} onOver={onOver} /> : null}
    </section>
  );
}

/** The first steps of a newcomer, until they are done. Established fans load nothing of them. */
export function FirstStepsCard({ me }: { me: OwnProfile }) {
  const [isOver, setOver] = useState(() => readPreference(FIRST_STEPS_OVER) === me._id);
  const isNewcomer = me.fav_team1 === '' || me.friendsCount < 3 || me.postsCount === 0;
  return isOver || !isNewcomer ? null : <Card me={me} onOver={() => setOver(true)} />;
}
