import { icons, Icon } from '@kickoff/ui';

import type { ListAddress } from './useListAddress';

interface SortHeadProps {
  list: ListAddress;
  /** What the call sorts by. */
  by: string;
  /** The order that stands without a choice. */
  usual: string;
  children: string;
}

/** The head of a column that the list can be ordered by, both ways. */
export function SortHead({ list, by, usual, children }: SortHeadProps) {
  const sort = list.sort === '' ? usual : list.sort;
  const way = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  const marks = {
    ascending: icons.arrowUp,
    descending: icons.arrowDown,
    none: icons.arrowUpDown,
  };
  const nextSort = way === 'ascending' ? `-${by}` : by;
  return (
    <th scope="col" aria-sort={way}>
      <button
        className="ko-sort"
        type="button"
        onClick={() => list.change({ sort: nextSort === usual ? '' : nextSort })}
      >
        {children}
        <Icon icon={marks[way]} />
      </button>
    </th>
  );
}
