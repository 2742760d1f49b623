import type { OwnProfile } from '@kickoff/contracts';
import { Avatar, Icon, icons } from '@kickoff/ui';
import { pictureAddress, usePart, useWriteRequest } from '@kickoff/web';
import { mayKeepDraft } from '@kickoff/web/drafts';
import { useEffect, useId, useRef, useState } from 'react';

const loadLeftPost = () => import(/* webpackChunkName: "composer" */ './composer/left-post');
const loadForm = () => import(/* webpackChunkName: "composer" */ './composer/ComposerForm');

/** Where a fan writes a post. The form itself is fetched when it is asked for. */
export function PostComposer({ fan }: { fan: OwnProfile }) {
  const formId = useId();
  const { Part: Form, open, close } = usePart(loadForm);
  // A kept draft is offered again, but only who asks to write is taken to the text.
  const [isAsked, setAsked] = useState(false);
  const [hasPublished, setPublished] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const offer = useRef(open);
  useEffect(() => {
    if (!mayKeepDraft(fan._id, 'post')) return;
    void loadLeftPost().then(
      async ({ hasLeftPost }) => {
        if (await hasLeftPost(fan._id)) offer.current();
      },
      // It is found again when the fan asks to write.
      () => undefined,
    );
  }, [fan._id]);

  const toggleForm = () => {
    setPublished(false);
    setAsked(true);
    if (Form) close();
    else open();
  };
  useWriteRequest(() => {
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
        aria-expanded={Form !== undefined}
        aria-controls={formId}
        ref={toggle}
        onClick={toggleForm}
      >
        Post Your Content
        <Icon icon={icons.image} />
        <Icon icon={icons.x} />
      </button>
      <p className="ko-sr" role="status">
        {hasPublished ? 'Your post is published' : ''}
      </p>
      {Form ? (
        <Form
          id={formId}
          fan={fan}
          takesFocus={isAsked}
          onPublished={(isOver) => {
            setPublished(true);
            if (!isOver) return;
            close();
            toggle.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

/** Keeps the composer's place until it is known who writes. */
export function PostComposerSkeleton() {
  return (
    <div className="ko-compose" aria-hidden="true">
      <span className="ko-sk ko-av ko-av--44" style={{ borderRadius: '50%' }} />
      <span className="ko-compose__toggle" />
    </div>
  );
}
