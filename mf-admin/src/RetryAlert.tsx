import { Button, useFocusFallback } from '@kickoff/ui';

import { texts } from './texts';

interface RetryAlertProps {
  text: string;
  /** What did not load, for screen readers, where the page has several alerts. */
  of?: string;
  className?: string;
  onRetry: () => void;
}

/** Shows why a small part of a page did not load, with a retry button. */
export function RetryAlert({ text, of, className, onRetry }: RetryAlertProps) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className={className} role="alert" ref={element}>
      <p>{text}</p>
      <Button look="soft" size="sm" className="ko-mt-2" onClick={onRetry}>
        {texts.common.retry}
        {of === undefined ? null : <span className="ko-sr">: {of}</span>}
      </Button>
    </div>
  );
}
