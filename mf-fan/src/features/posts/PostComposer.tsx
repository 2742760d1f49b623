import type { OwnProfile } from '@kickoff/contracts';
import { Avatar, Icon, icons } from '@kickoff/ui';
import { pictureAddress, useComposerRequest } from '@kickoff/web';
import { mayHaveDraft } from '@kickoff/web/drafts';
import { useEffect, useId, useRef, useState } from 'react';

import { texts } from '../../texts';
import { readComposerHeight, storeComposerHeight } from './composer-height';
import { useLazyForm } from './useLazyForm';

const loadUnsentPost = () => import(/* webpackChunkName: "composer" */ './composer/unsent-post');
const loadForm = () => import(/* webpackChunkName: "composer" */ './composer/ComposerForm');

/** The post composer. The form's code is loaded on demand. */
export function PostComposer({ fan }: { fan: OwnProfile }) {
  const formId = useId();
  const { Component: Form, isLoading, open, close } = useLazyForm(loadForm);
  // A stored draft opens the form; only an explicit request focuses the text.
  const [isAsked, setAsked] = useState(false);
  // The form may be about to open, or has opened with a draft.
  const [mayOpen, setMayOpen] = useState(() => mayHaveDraft(fan._id, 'post'));
  const [hasPublished, setPublished] = useState(false);
  const [earlyText, setEarlyText] = useState('');
  const toggle = useRef<HTMLButtonElement>(null);
  const isEarly = isLoading && isAsked;
  const offer = useRef(open);
  useEffect(() => {
    if (!mayHaveDraft(fan._id, 'post')) return;
    void loadUnsentPost().then(
      async ({ hasUnsentPost }) => {
        if (await hasUnsentPost(fan._id)) offer.current();
        else setMayOpen(false);
      },
      // On failure the draft is offered when the fan opens the composer.
      () => setMayOpen(false),
    );
  }, [fan._id]);

  const closeForm = () => {
    setMayOpen(false);
    close();
  };
  const toggleForm = () => {
    setPublished(false);
    setAsked(true);
    if (Form || isEarly) closeForm();
    else open();
  };
  useComposerRequest(() => {
    setPublished(false);
    setAsked(true);
    toggle.current?.scrollIntoView({ block: 'center' });
    open();
  });
  return (
    <div className="ko-compose">
      <Avatar fan={fan} picture={pictureAddress(fan)} size={44} />
      <button
        className="ko-compose__toggle"
        type="button"
        aria-expanded={Form !== undefined || isEarly}
        aria-controls={formId}
        ref={toggle}
        onClick={toggleForm}
      >
        {texts.composer.open}
        <Icon icon={icons.image} />
        <Icon icon={icons.x} />
      </button>
      <p className="ko-sr" role="status">
        {hasPublished ? texts.composer.published : ''}
      </p>
      {mayOpen || isEarly || Form ? (
        <div
          // The height of a draft with its files, which are read later, until the fan enters it.
          className="ko-compose__room"
          style={{ minHeight: mayOpen ? readComposerHeight() : 0 }}
          onFocus={() => setMayOpen(false)}
        >
          {Form ? (
            <Form
              id={formId}
              fan={fan}
              takesFocus={isAsked}
              earlyText={earlyText}
              onEarlyText={setEarlyText}
              onHeight={storeComposerHeight}
              onPublished={(isOver) => {
                setPublished(true);
                if (!isOver) return;
                closeForm();
                toggle.current?.focus();
              }}
            />
          ) : null}
          {isEarly ? (
            <textarea
              className="ko-textarea"
              id={formId}
              aria-label={texts.composer.open}
              dir="auto"
              autoFocus
              value={earlyText}
              onChange={(event) => setEarlyText(event.target.value)}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Reserves the composer's space until the profile has loaded. */
export function PostComposerSkeleton() {
  return (
    <div className="ko-compose" aria-hidden="true">
      <span className="ko-sk ko-av ko-av--44" />
      <span className="ko-compose__toggle" />
    </div>
  );
}
