import { fillText, Icon, icons, formatCount } from '@kickoff/ui';
import type { ListPage } from '@kickoff/web';
import { type ComponentProps, useId } from 'react';

import { texts } from '../texts';
import { type ListAddress, PAGE_SIZES } from './useListAddress';
import { cursorOf } from './useListPage';

interface PagerProps {
  list: ListAddress;
  shown: ListPage<unknown>;
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
}

function formatRange({ page, size }: ListAddress, { items, total }: ListPage<unknown>): string {
  const start = (page - 1) * Number(size) + 1;
  const first = formatCount(start);
  const last = formatCount(start + items.length - 1);
  return total === undefined
    ? fillText(texts.lists.range, { first, last })
    : fillText(texts.lists.rangeOfTotal, { first, last, total: formatCount(total) });
}

interface TurnProps {
  label: string;
  icon: ComponentProps<typeof Icon>['icon'];
  /** Whether there is such a page. */
  isPossible: boolean;
  onTurn: () => void;
}

/** Not `disabled` at the last page: a disabled button loses the focus. */
function Turn({ label, icon, isPossible, onTurn }: TurnProps) {
  return (
    <button
      className="ko-icbtn ko-icbtn--sm"
      type="button"
      aria-label={label}
      aria-disabled={isPossible ? undefined : true}
      onClick={() => {
        if (isPossible) onTurn();
      }}
    >
      <Icon icon={icon} size={16} />
    </button>
  );
}

/**
 * Pagination of a list: the shown range, the page size, and buttons to the previous and next page.
 */
export function Pager({ list, shown, isStale }: PagerProps) {
  const id = useId();
  const next = cursorOf(shown.next);
  return (
    <div className="ko-pager">
      <span>{formatRange(list, shown)}</span>
      <div>
        <label className="ko-sr" htmlFor={id}>
          {texts.lists.pageSize}
        </label>
        <select
          className="ko-select ko-input--sm"
          id={id}
          value={list.size}
          onChange={({ target }) => list.resize(target.value)}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {fillText(texts.lists.perPage, { size })}
            </option>
          ))}
        </select>
        <Turn
          label={texts.lists.previousPage}
          icon={icons.chevronLeft}
          isPossible={list.page > 1}
          onTurn={list.previous}
        />
        <Turn
          label={texts.lists.nextPage}
          icon={icons.chevronRight}
          isPossible={next !== undefined}
          onTurn={() => {
            // A stale page names itself as the next one.
            if (next !== undefined && !isStale) list.next(next);
          }}
        />
      </div>
    </div>
  );
}
