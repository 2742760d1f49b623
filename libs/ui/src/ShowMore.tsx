import type { ReactNode } from 'react';

import { Button } from './Button';
import { ErrorState } from './ErrorState';
import { useFocusFallback } from './useFocusFallback';

/** The state of a paged query. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps {
  of: Pages;
  /** Label of the button. */
  label: string;
  size?: 'sm';
  /** Error text for a page that failed to load. */
  failure: string;
  /** Rendered when there are no more pages. */
  end?: ReactNode;
  className?: string;
}

function MoreButton({ of, label, size }: Pick<ShowMoreProps, 'of' | 'label' | 'size'>) {
  const element = useFocusFallback<HTMLSpanElement>();
  return (
    <span ref={element}>
      <Button
        look="line"
        {...(size ? { size } : {})}
        busy={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        {label}
      </Button>
    </span>
  );
}

/** The end of a paged list. Retains the keyboard focus when the button is removed. */
export function ShowMore({ of, failure, end, className, ...button }: ShowMoreProps) {
  const next = of.hasNextPage ? <MoreButton of={of} {...button} /> : end;
  const shown = of.isFetchNextPageError ? (
    <ErrorState text={failure} onRetry={() => void of.fetchNextPage()} />
  ) : (
    next
  );
  return (
    <div className={shown ? className : undefined} tabIndex={-1}>
      {shown}
    </div>
  );
}
