import { Button, EmptyState, useFocusFallback } from '@kickoff/ui';

import { texts } from '../texts';
import { ListSkeleton } from './ListSkeleton';
import type { ListAddress } from './useListAddress';

interface EmptyListProps {
  list: ListAddress;
  /** Text of a list without any rows. */
  text: string;
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
}

function PreviousPage({ list }: Pick<EmptyListProps, 'list'>) {
  const element = useFocusFallback<HTMLSpanElement>();
  return (
    <span ref={element}>
      <Button look="soft" onClick={list.previous}>
        {texts.lists.previousPage}
      </Button>
    </span>
  );
}

/** Shown in place of rows. Those of a later page may be gone while earlier pages have some. */
export function EmptyList({ list, text, isStale }: EmptyListProps) {
  if (isStale) return <ListSkeleton />;
  if (list.page === 1) return <EmptyState text={text} />;
  return (
    <EmptyState text={texts.lists.emptyPage}>
      <PreviousPage list={list} />
    </EmptyState>
  );
}
