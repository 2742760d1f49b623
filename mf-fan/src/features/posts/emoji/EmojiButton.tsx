import { Icon, icons } from '@kickoff/ui';
import { usePart } from '@kickoff/web';
import { useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface EmojiButtonProps {
  /** The text box for which it picks. */
  field: RefObject<HTMLInputElement | HTMLTextAreaElement>;
  text: string;
  onWrite: (text: string) => void;
}

const loadPicker = () => import(/* webpackChunkName: "emoji" */ './EmojiPicker');

/** Opens the emoji picker of a text box. What is picked goes in at the caret. */
export function EmojiButton({ field, text, onWrite }: EmojiButtonProps) {
  const picker = usePart(loadPicker);
  const button = useRef<HTMLButtonElement>(null);
  // What is on its way is not to be changed.
  const isFixed = () => field.current?.readOnly ?? false;
  const insert = (emoji: string) => {
    if (isFixed()) {
      picker.close();
      return;
    }
    const start = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? start;
    // The new text has to stand in the box before the caret can be put behind the emoji.
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
        aria-label="Emoji"
        aria-haspopup="dialog"
        aria-expanded={picker.isOpen}
        ref={button}
        onClick={picker.isOpen || isFixed() ? picker.close : picker.open}
      >
        <Icon icon={icons.smile} />
      </button>
      {picker.Part ? <picker.Part opener={button} onClose={picker.close} onPick={insert} /> : null}
    </>
  );
}
