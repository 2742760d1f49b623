import { Button, Loading } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { texts } from '../../texts';
import type { ChosenPicture } from './ProfileForm';

const loadProfileForm = () => import(/* webpackChunkName: "profile-form" */ './ProfileForm');

/** The profile form, as a part of the own page. */
export function EditProfile({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { Component: Form, open } = useLazyComponent(loadProfileForm);
  const [picture, setPicture] = useState<ChosenPicture>();
  const start = useRef(open);
  useEffect(() => {
    start.current();
    heading.current?.focus();
  }, []);
  return (
    <section className="ko-sheet ko-pad ko-mt-3" aria-labelledby="edit-profile">
      <div className="ko-head">
        <h2 id="edit-profile" tabIndex={-1} ref={heading}>
          {texts.actions.editProfile}
        </h2>
        <Button size="sm" onClick={onClose}>
          {texts.actions.close}
        </Button>
      </div>
      {Form ? <Form picture={picture} onPicture={setPicture} onUpdated={onClose} /> : <Loading />}
    </section>
  );
}
