import { icons, Icon } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useId, useRef, useState } from 'react';

import { texts } from '../../texts';
import type { ChosenPicture } from './ProfileForm';

const loadProfileForm = () => import(/* webpackChunkName: "profile-form" */ './ProfileForm');

/** The panel 'Update Your Information' with the profile form. */
export function UpdateInformation() {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const form = useLazyComponent(loadProfileForm);
  // State of the closed form too; the typed text is stored on the device as well.
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
        {texts.profileForm.title}
        <Icon icon={icons.chevronDown} size={16} />
      </button>
      <div id={id}>
        {form.Component ? (
          <form.Component
            picture={picture}
            onPicture={setPicture}
            onUpdated={() => {
              form.close();
              toggle.current?.focus();
            }}
          />
        ) : null}
      </div>
    </>
  );
}
