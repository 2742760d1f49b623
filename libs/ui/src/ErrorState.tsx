import { Button } from './Button';
import { GoalDrawing } from './GoalDrawing';
import { Icon } from './Icon';
import * as icons from './icons';
import { texts } from './texts';
import { useFocusFallback } from './useFocusFallback';

interface ErrorStateProps {
  text: string;
  /** The label of the button. */
  action?: string;
  onRetry: () => void;
}

/** Shows what failed to load, with a retry button. */
export function ErrorState({ text, action = texts.error.retry, onRetry }: ErrorStateProps) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-empty" role="alert" ref={element}>
      <GoalDrawing />
      <b>{text}</b>
      <Button look="soft" onClick={onRetry}>
        <Icon icon={icons.rotateCw} size={16} />
        {action}
      </Button>
    </div>
  );
}
