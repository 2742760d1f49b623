import {
  codePointLength,
  isBlank,
  MESSAGES,
  POST_TEXT_MAX_LENGTH,
  type OwnProfile,
} from '@kickoff/contracts';
import { Avatar, Button, FormAlert, Icon, icons } from '@kickoff/ui';
import { CallFailure, useDraft } from '@kickoff/web';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import { useCreatePost } from './api/useCreatePost';

/** From here on the composer says how much room is left. */
const COUNTED_FROM = POST_TEXT_MAX_LENGTH - 1_000;

const EARLIER_VERSION_SENT =
  'An earlier version of this post has already been published. Send again to publish this one too.';

function roomLeft(text: string): number {
  // UTF-16 units are never fewer than characters: short texts need no counting.
  if (text.length < COUNTED_FROM) return POST_TEXT_MAX_LENGTH - text.length;
  return POST_TEXT_MAX_LENGTH - codePointLength(text.normalize('NFC'));
}

function roomInWords(room: number): string {
  const count = Math.abs(room).toLocaleString('en');
  const noun = Math.abs(room) === 1 ? 'character' : 'characters';
  return room < 0 ? `${count} ${noun} too many` : `${count} ${noun} left`;
}

function firstFault(text: string): string | undefined {
  if (isBlank(text)) return MESSAGES.emptyPost;
  if (roomLeft(text) >= 0) return undefined;
  return `A post holds at most ${POST_TEXT_MAX_LENGTH.toLocaleString('en')} characters`;
}

/** Where a fan writes a post. What is typed stays on the device until it has been published. */
export function PostComposer({ fan }: { fan: OwnProfile }) {
  const id = useId();
  const draft = useDraft(`post:${fan._id}`);
  const createPost = useCreatePost();
  // A kept draft is offered again, but only who asks to write is taken to the text.
  const [form, setForm] = useState<'closed' | 'offered' | 'asked'>(
    draft.text === '' ? 'closed' : 'offered',
  );
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [hasPublished, setPublished] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const textArea = useRef<HTMLTextAreaElement>(null);

  const toggleForm = () => {
    setPublished(false);
    setForm(form === 'closed' ? 'asked' : 'closed');
  };
  const write = (text: string) => {
    setFault(undefined);
    draft.write(text);
  };
  const publish = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const refusal = firstFault(draft.text);
    setFault(refusal);
    if (refusal !== undefined) {
      textArea.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await createPost(draft);
      draft.discard();
      setForm('closed');
      setPublished(true);
      toggle.current?.focus();
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 409) {
        draft.renewKey();
        setFault(EARLIER_VERSION_SENT);
      } else {
        setFault(failure instanceof Error ? failure.message : MESSAGES.networkFailure);
      }
    } finally {
      setBusy(false);
    }
  };

  const room = roomLeft(draft.text);
  const isCounted = room <= POST_TEXT_MAX_LENGTH - COUNTED_FROM;
  const notes = [fault === undefined ? '' : `${id}fault`, isCounted ? `${id}room` : ''].join(' ');
  return (
    <div className="ko-compose">
      <Avatar fan={fan} size={44} />
      <button
        className="ko-compose__toggle"
        type="button"
        aria-expanded={form !== 'closed'}
        aria-controls={`${id}form`}
        ref={toggle}
        onClick={toggleForm}
      >
        Post Your Content
        <Icon icon={icons.squarePen} />
        <Icon icon={icons.x} />
      </button>
      <p className="ko-sr" role="status">
        {hasPublished ? 'Your post is published' : ''}
      </p>
      {form === 'closed' ? null : (
        <form className="ko-compose__form" id={`${id}form`} onSubmit={publish}>
          <label className="ko-sr" htmlFor={`${id}text`}>
            Your post
          </label>
          <textarea
            id={`${id}text`}
            ref={textArea}
            dir="auto"
            placeholder="What did you see?"
            value={draft.text}
            readOnly={isBusy}
            autoFocus={form === 'asked'}
            aria-invalid={fault === undefined ? undefined : true}
            aria-describedby={notes}
            onChange={(event) => write(event.target.value)}
          />
          {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
          <div className="ko-compose__bar">
            {isCounted ? (
              <span className={room < 0 ? 'ko-error' : 'ko-hint'} id={`${id}room`}>
                {roomInWords(room)}
              </span>
            ) : null}
            <Button type="submit" look="primary" busy={isBusy}>
              Post
            </Button>
          </div>
        </form>
      )}
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
