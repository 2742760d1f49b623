import { codePointLength, MUTED_WORD_MAX_LENGTH, type MutedWord } from '@kickoff/contracts';
import { Button, errorMessage, Field, fillText, FormAlert } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
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

/** Mutes a word. On failure the typed text stays, and what was typed since it was sent. */
export function MutedWordForm({ onMute }: { onMute: (word: MutedWord) => Promise<void> }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [duration, setDuration] = useState(FOR_GOOD?.label ?? '');

  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: async (word: string) => {
      const refusal = faultIn(word);
      if (refusal !== undefined) throw new Error(refusal);
      const until = mutedUntil(duration, Date.now());
      await onMute({ word, ...(until === undefined ? {} : { until }) });
    },
    onSuccess: (_, sent) => setTyped((now) => (now.trim() === sent ? '' : now)),
    onSettled: () => form.current?.querySelector('input')?.focus(),
  });
  const mute = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(typed.trim());
  };

  return (
    <form
      className="ko-form"
      aria-label={texts.mutedWords.form}
      noValidate
      ref={form}
      onSubmit={mute}
    >
      <div className="ko-two">
        <Field
          label={texts.mutedWords.field}
          name="word"
          value={typed}
          hint={texts.mutedWords.fieldHint}
          autoComplete="off"
          faultId={error ? `${id}fault` : undefined}
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
      {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
      <div>
        <Button type="submit" look="soft" busy={isPending}>
          {texts.actions.mute}
        </Button>
      </div>
    </form>
  );
}
