import { icons, Icon } from '@kickoff/ui';
import { usePart } from '@kickoff/web';
import { useId, useRef, useState } from 'react';

import type { ChosenPicture } from './ProfileForm';

const loadProfileForm = () => import(/* webpackChunkName: "profile-form" */ './ProfileForm');

/** 'Update Your Information': opens the form that changes the fan's own data. */
export function UpdateInformation() {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const form = usePart(loadProfileForm);
  // Kept here, so that closing the form loses nothing; what was typed is kept on the device.
  const [picture, setPicture] = useState<ChosenPicture>();
  return (
    <>
      <button
        className="ko-navrow"
        type="button"
        aria-expanded={form.isOpen}
        aria-controls={id}
        ref={toggle}
        onClick={form.isOpen ? form.close : form.open}
      >
        <Icon icon={icons.squarePen} />
        Update Your Information
        <Icon icon={icons.chevronDown} size={16} />
      </button>
      <div id={id}>
        {form.Part ? (
          <form.Part
            picture={picture}
            onPicture={setPicture}
            onUpdated={() => {
              setPicture(undefined);
              form.close();
              toggle.current?.focus();
            }}
          />
        ) : null}
      </div>
    </>
  );
}
