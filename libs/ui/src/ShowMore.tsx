import type { ReactNode } from 'react';

import { Button } from './Button';
import { ErrorState } from './ErrorState';
import { useFocusHeir } from './useFocusHeir';

/** What is known of a list that comes page by page. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps {
  of: Pages;
  /** What the button says. */
  label: string;
  size?: 'sm';
  /** What to say when the next page could not be fetched. */
  failure: string;
  /** Stands there when nothing is left. */
  end?: ReactNode;
  className?: string;
}

function MoreButton({ of, label, size }: Pick<ShowMoreProps, 'of' | 'label' | 'size'>) {
  const place = useFocusHeir<HTMLSpanElement>();
  return (
    <span ref={place}>
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

/** The end of a list that comes page by page. Whoever came here by keyboard stays here. */
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
