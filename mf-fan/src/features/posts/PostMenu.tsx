import { Icon, icons } from '@kickoff/ui';
import type { KeyboardEvent } from 'react';

import { usePopup, type PopupProps } from '../../parts/usePopup';

interface PostMenuProps extends PopupProps {
  /** What the reader may do: an own post is edited or deleted, another's reported. */
  acts:
    | { isOwn: true; onEdit: () => void; onDelete: () => void }
    | { isOwn: false; onReport: () => void };
}

/** Which item a key leads to from the one in focus. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]'));
  const index = items.findIndex((item) => item === document.activeElement);
  const next = indexAfter(event.key, index, items.length);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/** What can be done with a post. */
export default function PostMenu({ acts, ...popup }: PostMenuProps) {
  const menu = usePopup<HTMLDivElement>(popup);
  const choose = (act: () => void) => () => {
    popup.opener.current?.focus();
    popup.onClose();
    act();
  };
  return (
    <div
      className="ko-pop ko-post__menu"
      role="menu"
      aria-label="Post options"
      tabIndex={-1}
      ref={menu}
      onKeyDown={moveFocus}
    >
      {acts.isOwn ? (
        <>
          <button
            className="ko-opt"
            type="button"
            role="menuitem"
            data-first
            onClick={choose(acts.onEdit)}
          >
            <Icon icon={icons.squarePen} />
            Edit
          </button>
          <button
            className="ko-opt ko-opt--danger"
            type="button"
            role="menuitem"
            onClick={choose(acts.onDelete)}
          >
            <Icon icon={icons.trash} />
            Delete
          </button>
        </>
      ) : (
        <button
          className="ko-opt"
          type="button"
          role="menuitem"
          data-first
          onClick={choose(acts.onReport)}
        >
          <Icon icon={icons.flag} />
          Report
        </button>
      )}
    </div>
  );
}
