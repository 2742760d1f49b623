import { NETWORK_FAILURE } from '@kickoff/contracts';
import { Button, ErrorState, Loading } from '@kickoff/ui';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';

import { texts } from '../../texts';
import type { ChosenPicture, ProfileFormProps } from './ProfileForm';

const loadProfileForm = () => import(/* webpackChunkName: "profile-form" */ './ProfileForm');

/** The profile form, as a part of the own page. */
export function EditProfile({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [Form, setForm] = useState<ComponentType<ProfileFormProps>>();
  const [hasFailed, setFailed] = useState(false);
  const [picture, setPicture] = useState<ChosenPicture>();
  const load = useCallback(() => {
    loadProfileForm().then(
      (module) => setForm(() => module.default),
      () => setFailed(true),
    );
  }, []);
  const retry = () => {
    setFailed(false);
    load();
  };
  useEffect(() => {
    load();
    heading.current?.focus();
  }, [load]);
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
      {Form ? <Form picture={picture} onPicture={setPicture} onUpdated={onClose} /> : null}
      {hasFailed ? <ErrorState text={NETWORK_FAILURE} onRetry={retry} /> : null}
      {Form || hasFailed ? null : <Loading />}
    </section>
  );
}
