import type { MutedWord } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  FilledText,
  fillText,
  FormAlert,
  formatDateTime,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { useState } from 'react';

import styles from './settings.module.css';
import { texts } from '../../texts';
import { useChangeMutedWords, useMutedWords } from './api/useMutedWords';
import { MutedWordForm } from './MutedWordForm';

interface MutedWordItemProps {
  entry: MutedWord;
  onUnmute: () => Promise<void>;
}

function MutedWordItem({ entry: { word, until }, onUnmute }: MutedWordItemProps) {
  const item = useFocusFallback<HTMLLIElement>();
  const unmuting = useExclusiveMutation({ mutationFn: onUnmute });
  return (
    <li className="ko-mt-2" ref={item}>
      <div className="ko-head">
        <div className={styles.longWords}>
          <b>{word}</b>
          <p>
            {until === undefined ? (
              texts.mutedWords.forGood
            ) : (
              <FilledText
                text={texts.durations.until}
                values={{ time: <time dateTime={until}>{formatDateTime(until)}</time> }}
              />
            )}
          </p>
        </div>
        <Button
          look="line"
          size="sm"
          busy={unmuting.isPending}
          aria-label={fillText(texts.actions.removeNamed, { name: word })}
          onClick={() => unmuting.mutate()}
        >
          {texts.actions.remove}
        </Button>
      </div>
      {unmuting.error ? <FormAlert kind="error" text={errorMessage(unmuting.error)} /> : null}
    </li>
  );
}

/** The words that the fan does not want to read, with a form to add one. */
export function MutedWordList() {
  const { data: words, isError, refetch } = useMutedWords();
  const changeWords = useChangeMutedWords();
  const [announcement, setAnnouncement] = useState('');

  if (!words) {
    return isError ? (
      <ErrorState text={texts.mutedWords.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const mute = async (entry: MutedWord) => {
    await changeWords((present) => [...present.filter(({ word }) => word !== entry.word), entry]);
    setAnnouncement(fillText(texts.mutedWords.muted, entry));
  };
  const unmute = async (removed: string) => {
    await changeWords((present) => present.filter(({ word }) => word !== removed));
    setAnnouncement(fillText(texts.mutedWords.unmuted, { word: removed }));
  };
  return (
    <div className="ko-form" role="group" aria-label={texts.mutedWords.list} tabIndex={-1}>
      <p className="ko-hint">{texts.mutedWords.about}</p>
      <MutedWordForm onMute={mute} />
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {words.length === 0 ? (
        <p className="ko-none">{texts.mutedWords.none}</p>
      ) : (
        <ul>
          {words.map((entry) => (
            <MutedWordItem key={entry.word} entry={entry} onUnmute={() => unmute(entry.word)} />
          ))}
        </ul>
      )}
    </div>
  );
}
