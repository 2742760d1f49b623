import { Icon, icons } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { texts } from '../../../texts';

interface EmojiButtonProps {
  /** The text box to insert into. */
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  text: string;
  onWrite: (text: string) => void;
}

const loadPicker = () => import(/* webpackChunkName: "emoji" */ './EmojiPicker');

/** Opens the emoji picker of a text box. Inserts at the caret. */
export function EmojiButton({ field, text, onWrite }: EmojiButtonProps) {
  const picker = useLazyComponent(loadPicker);
  const button = useRef<HTMLButtonElement>(null);
  // The text must not change while it is being sent.
  const isFixed = () => field.current?.readOnly ?? false;
  const insert = (emoji: string) => {
    if (isFixed()) {
      picker.close();
      return;
    }
    const start = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? start;
    // The new text must be rendered before the caret can be placed behind the emoji.
    flushSync(() => {
      picker.close();
      onWrite(text.slice(0, start) + emoji + text.slice(end));
    });
    field.current?.focus();
    field.current?.setSelectionRange(start + emoji.length, start + emoji.length);
  };
  return (
    <>
      <button
        className="ko-icbtn ko-icbtn--sm"
        type="button"
        aria-label={texts.emoji.name}
        aria-haspopup="dialog"
        aria-expanded={picker.isOpen}
        ref={button}
        onClick={picker.isOpen || isFixed() ? picker.close : picker.open}
      >
        <Icon icon={icons.smile} />
      </button>
      {picker.Component ? (
        <picker.Component opener={button} onClose={picker.close} onPick={insert} />
      ) : null}
    </>
  );
}
