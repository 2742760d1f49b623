import { Button } from './Button';
import { GoalDrawing } from './GoalDrawing';
import { Icon } from './Icon';
import * as icons from './icons';
import { useFocusHeir } from './useFocusHeir';

interface ErrorStateProps {
  text: string;
  onRetry: () => void;
}

/** Says what is missing in a place that failed, and offers to try again. */
export function ErrorState({ text, onRetry }: ErrorStateProps) {
  const place = useFocusHeir<HTMLDivElement>();
  return (
    <div className="ko-empty" role="alert" ref={place}>
      <GoalDrawing />
      <b>{text}</b>
      <Button look="soft" onClick={onRetry}>
        <Icon icon={icons.rotateCw} size={16} />
        Retry
      </Button>
    </div>
  );
}
