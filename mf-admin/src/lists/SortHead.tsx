import { icons, Icon } from '@kickoff/ui';

import type { ListAddress } from './useListAddress';

interface SortHeadProps {
  list: ListAddress;
  /** The API's sort field. */
  by: string;
  /** The default order. */
  usual: string;
  children: string;
}

/** The header of a column that the list can be sorted by. */
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
