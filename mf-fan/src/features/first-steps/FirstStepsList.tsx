import type { OwnProfile } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  Icon,
  icons,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { requestComposer, useExclusiveMutation } from '@kickoff/web';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';

import { texts } from '../../texts';
import { endFirstSteps, useFirstSteps } from './api/useFirstSteps';

const FOLLOWS = 3;

interface StepProps {
  label: string;
  /** How far it is, if it has parts. */
  progress?: string;
  isDone: boolean;
  isOpen?: boolean;
  onPress: () => void;
  children?: ReactNode;
}

/** Moves the focus to the card when it goes, because its step is done. */
function StepPanel({ id, children }: { id: string; children: ReactNode }) {
  const panel = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-mt-2" id={id} ref={panel}>
      {children}
    </div>
  );
}

function Step({ label, progress, isDone, isOpen, onPress, children }: StepProps) {
  const id = useId();
  return (
    <li>
      <button
        className="ko-navrow"
        type="button"
        disabled={isDone}
        aria-expanded={isDone ? undefined : isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onPress}
      >
        <Icon icon={isDone ? icons.circleCheck : icons.star} />
        <span>
          {label}
          {progress === undefined ? null : <small className="ko-none"> {progress}</small>}
          {isDone ? <span className="ko-sr">{texts.firstSteps.done}</span> : null}
        </span>
        {isDone ? null : (
          <Icon icon={isOpen === undefined ? icons.chevronRight : icons.chevronDown} size={16} />
        )}
      </button>
      {isOpen && !isDone ? <StepPanel id={id}>{children}</StepPanel> : null}
    </li>
  );
}

interface FirstStepsListProps {
  me: OwnProfile;
  /** What the steps open; the page renders them, because other features own them. */
  teams: (onChosen: () => void) => ReactNode;
  fans: ReactNode;
  /** Called once all is done, or the fan wants no more of it. */
  onOver: () => void;
}

/** What makes a feed fit its reader: a team, three fans to follow and a first word. */
export function FirstStepsList({ me, teams, fans, onOver }: FirstStepsListProps) {
  const { data: steps, isError, refetch } = useFirstSteps(me);
  const [open, setOpen] = useState<'team' | 'fans'>();
  const ending = useExclusiveMutation({ mutationFn: () => endFirstSteps(), onSuccess: onOver });
  const isOver = steps?.done ?? false;
  const leave = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  if (!steps) {
    return isError ? (
      <ErrorState text={texts.firstSteps.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const toggle = (step: 'team' | 'fans') => () => setOpen(open === step ? undefined : step);
  const followed = Math.min(steps.follows, FOLLOWS);
  return (
    <>
      <ol className="ko-mt-2">
        <Step
          label={texts.firstSteps.team}
          isDone={steps.team}
          isOpen={open === 'team'}
          onPress={toggle('team')}
        >
          {teams(() => setOpen(undefined))}
        </Step>
        <Step
          label={texts.firstSteps.fans}
          progress={fillText(texts.firstSteps.progress, { count: followed, total: FOLLOWS })}
          isDone={followed === FOLLOWS}
          isOpen={open === 'fans'}
          onPress={toggle('fans')}
        >
          {fans}
        </Step>
        <Step label={texts.firstSteps.post} isDone={steps.post} onPress={requestComposer} />
      </ol>
      {ending.error ? <FormAlert kind="error" text={errorMessage(ending.error)} /> : null}
      <Button size="sm" busy={ending.isPending} onClick={() => ending.mutate()}>
        {texts.firstSteps.decline}
      </Button>
    </>
  );
}
