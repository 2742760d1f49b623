import { POLL_OPTIONS } from '@kickoff/contracts';
import { Button, fillText, Icon, icons } from '@kickoff/ui';
import type { DraftPoll } from '@kickoff/web/drafts';
import { useId, useRef } from 'react';

import { texts } from '../../../texts';
import type { ComposerFault } from './composer-fault';
import { POLL_DURATIONS } from './poll-draft';
import styles from './PollEditor.module.css';

interface PollEditorProps {
  poll: DraftPoll;
  fault: ComposerFault | undefined;
  /** Focuses the first option on mount. */
  takesFocus: boolean;
  isReadOnly: boolean;
  onChange: (poll: DraftPoll) => void;
  onRemove: () => void;
}

/** The poll of a new post: two to four options, and how long it is open. */
export function PollEditor({
  poll: { options, durationMs },
  fault,
  takesFocus,
  isReadOnly,
  onChange,
  onRemove,
}: PollEditorProps) {
  const id = useId();
  const fields = useRef<HTMLFieldSetElement>(null);
  const isFaulty = typeof fault?.at === 'number' || fault?.at === 'poll';
  const change = (next: Partial<DraftPoll>) => onChange({ options, durationMs, ...next });
  const focusOption = (index: number) =>
    // Once the changed options are rendered.
    requestAnimationFrame(() => fields.current?.querySelectorAll('input')[index]?.focus());
  const removeOption = (index: number) => {
    change({ options: options.filter((_, at) => at !== index) });
    focusOption(Math.max(0, index - 1));
  };
  return (
    <fieldset className={styles.poll} ref={fields}>
      <legend className="ko-label">{texts.poll.name}</legend>
      {options.map((option, index) => (
        <div className={styles.option} key={index}>
          <label htmlFor={`${id}${index}`}>
            {fillText(texts.poll.option, { number: index + 1 })}
          </label>
          <input
            id={`${id}${index}`}
            className="ko-input"
            dir="auto"
            autoComplete="off"
            autoFocus={takesFocus && index === 0}
            value={option}
            readOnly={isReadOnly}
            aria-invalid={
              fault?.at === index || (fault?.at === 'poll' && index === 0) ? true : undefined
            }
            aria-describedby={isFaulty ? `${id}fault` : undefined}
            onChange={({ target }) =>
              change({ options: options.map((text, at) => (at === index ? target.value : text)) })
            }
          />
          {options.length > POLL_OPTIONS.min ? (
            <button
              className="ko-icbtn"
              type="button"
              aria-label={fillText(texts.poll.removeOption, { number: index + 1 })}
              disabled={isReadOnly}
              onClick={() => removeOption(index)}
            >
              <Icon icon={icons.x} size={16} />
            </button>
          ) : null}
        </div>
      ))}
      {isFaulty ? (
        <p className="ko-error" role="alert" id={`${id}fault`}>
          {fault.text}
        </p>
      ) : null}
      <div className={styles.foot}>
        {options.length < POLL_OPTIONS.max ? (
          <Button
            look="line"
            size="sm"
            disabled={isReadOnly}
            onClick={() => {
              change({ options: [...options, ''] });
              focusOption(options.length);
            }}
          >
            {texts.poll.add}
          </Button>
        ) : null}
        <label htmlFor={`${id}duration`}>{texts.poll.duration}</label>
        <select
          id={`${id}duration`}
          className="ko-select"
          value={durationMs}
          disabled={isReadOnly}
          onChange={({ target }) => change({ durationMs: Number(target.value) })}
        >
          {POLL_DURATIONS.map(({ ms, text }) => (
            <option key={ms} value={ms}>
              {text}
            </option>
          ))}
        </select>
        <Button look="danger-quiet" size="sm" disabled={isReadOnly} onClick={onRemove}>
          {texts.poll.remove}
        </Button>
      </div>
    </fieldset>
  );
}
