import { usePopup, type PopupProps } from '@kickoff/ui';
import { addRecentlyUsed, recentlyUsed } from '@kickoff/web/recently-used';
import clsx from 'clsx';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

import { texts } from '../../../texts';
import { EMOJI, findEmoji, type Emoji } from './emoji';
import styles from './EmojiPicker.module.css';

interface EmojiPickerProps extends PopupProps {
  onPick: (character: string) => void;
}

/** Number of columns without a layout, as in tests. */
const USUAL_COLUMNS = 8;

/** All emoji, recently used ones first. */
function recentFirst(): readonly Emoji[] {
  const recent = recentlyUsed('emoji').flatMap(
    (pick) => EMOJI.find(({ character }) => character === pick) ?? [],
  );
  return [...recent, ...EMOJI.filter((emoji) => !recent.includes(emoji))];
}

function columnsOf(grid: HTMLElement): number {
  return (
    getComputedStyle(grid).gridTemplateColumns.split(' ').filter(Boolean).length || USUAL_COLUMNS
  );
}

/** Distance that a key moves in the grid. */
function stepOf(key: string, columns: number, index: number, last: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: last - index,
  };
  return steps[key];
}

/** An emoji picker for mouse, keyboard and text search. */
export default function EmojiPicker({ onPick, ...popup }: EmojiPickerProps) {
  const dialog = usePopup<HTMLDivElement>(popup);
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [all] = useState(recentFirst);
  const [wanted, setWanted] = useState('');
  // Roving tabindex: the one emoji that Tab reaches; arrows move on from it.
  const [current, setCurrent] = useState(0);
  const shown = wanted.trim() === '' ? all : findEmoji(wanted);

  const pick = (character: string) => {
    addRecentlyUsed('emoji', character);
    onPick(character);
  };
  const focusAt = (index: number) => {
    setCurrent(index);
    grid.current?.querySelectorAll('button')[index]?.focus();
  };
  const moveInGrid = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = shown.length - 1;
    const step = stepOf(event.key, columnsOf(event.currentTarget), current, last);
    if (step === undefined) return;
    event.preventDefault();
    const next = current + step;
    if (next >= 0 && next <= last) focusAt(next);
  };
  const leaveSearch = (event: KeyboardEvent) => {
    const [first] = shown;
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    if (event.key === 'ArrowDown') focusAt(0);
    else if (first) pick(first.character);
  };
  return (
    <div className="ko-pop" role="dialog" aria-label={texts.emoji.name} tabIndex={-1} ref={dialog}>
      <label className="ko-sr" htmlFor={id}>
        {texts.emoji.search}
      </label>
      <input
        className="ko-input ko-input--sm"
        id={id}
        type="search"
        placeholder={texts.emoji.search}
        autoComplete="off"
        data-first
        value={wanted}
        onChange={(event) => {
          setWanted(event.target.value);
          setCurrent(0);
        }}
        onKeyDown={leaveSearch}
      />
      <div
        className={clsx(styles.emoji, 'ko-mt-2')}
        role="group"
        aria-label={texts.emoji.list}
        ref={grid}
        onKeyDown={moveInGrid}
      >
        {shown.map(({ character, name }, index) => (
          <button
            key={character}
            type="button"
            aria-label={name}
            title={name}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => pick(character)}
          >
            {character}
          </button>
        ))}
      </div>
      <p className="ko-hint" role="status">
        {shown.length === 0 ? texts.emoji.none : ''}
      </p>
    </div>
  );
}
