import { codePointLength, MUTED_WORD_MAX_LENGTH, type MutedWord } from '@kickoff/contracts';
import { Button, errorMessage, Field, fillText, FormAlert } from '@kickoff/ui';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { MUTE_DURATIONS, mutedUntil } from './muted-until';

const [FOR_GOOD] = MUTE_DURATIONS;

function faultIn(word: string): string | undefined {
  if (word === '') return texts.mutedWords.empty;
  return codePointLength(word) > MUTED_WORD_MAX_LENGTH
    ? fillText(texts.mutedWords.tooLong, { max: MUTED_WORD_MAX_LENGTH })
    : undefined;
}

/** Mutes a word. On failure the typed text stays. */
export function MutedWordForm({ onMute }: { onMute: (word: MutedWord) => Promise<void> }) {
  const id = useId();
  const field = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [duration, setDuration] = useState(FOR_GOOD?.label ?? '');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const mute = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const word = typed.trim();
    let found = faultIn(word);
    setFault(undefined);
    if (found === undefined) {
      const until = mutedUntil(duration, Date.now());
      setBusy(true);
      try {
        await onMute({ word, ...(until === undefined ? {} : { until }) });
        setTyped('');
      } catch (failure) {
        found = errorMessage(failure);
      }
      setBusy(false);
    }
    setFault(found);
    field.current?.querySelector('input')?.focus();
  };

  return (
    <form
      className="ko-form"
      aria-label={texts.mutedWords.form}
      noValidate
      ref={field}
      onSubmit={mute}
    >
      <div className="ko-two">
        <Field
          label={texts.mutedWords.field}
          name="word"
          value={typed}
          hint={texts.mutedWords.fieldHint}
          autoComplete="off"
          faultId={fault === undefined ? undefined : `${id}fault`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="ko-field">
          <label className="ko-label" htmlFor={`${id}duration`}>
            {texts.durations.name}
          </label>
          <select
            className="ko-select"
            id={`${id}duration`}
            value={duration}
            onChange={(event) => setDuration(event.target.value)}
          >
            {MUTE_DURATIONS.map(({ label }) => (
              <option key={label}>{label}</option>
            ))}
          </select>
        </div>
      </div>
      {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
      <div>
        <Button type="submit" look="soft" busy={isBusy}>
          {texts.actions.mute}
        </Button>
      </div>
    </form>
  );
}
