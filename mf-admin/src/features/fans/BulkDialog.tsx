import type { BulkPreview, BulkProgress } from '@kickoff/contracts';
import { Button, ErrorState, fillText, Overlay, formatCount, pluralText } from '@kickoff/ui';
import { useEffect, useId, useState } from 'react';

import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { SuspensionDialog } from '../../dialogs/SuspensionDialog';
import { TypeToConfirmDialog } from '../../dialogs/TypeToConfirmDialog';
import { texts } from '../../texts';
import { type BulkForm, startBulkAct, useBulkPreview, useBulkProgress } from './api/useBulkAct';
import { BulkEffect } from './BulkEffect';

interface BulkDialogProps {
  form: BulkForm;
  onClose: () => void;
  /** Called when the action has started and the selection is no longer needed. */
  onBegun: () => void;
}

const ACTION_TEXTS = texts.bulk;

function formatProgress({ done, skipped, failed, total }: BulkProgress): string {
  const parts = [
    fillText(texts.bulkProgress.done, { done: formatCount(done), total: formatCount(total) }),
  ];
  if (skipped > 0) {
    parts.push(fillText(texts.bulkProgress.skipped, { count: formatCount(skipped) }));
  }
  if (failed > 0) parts.push(fillText(texts.bulkProgress.failed, { count: formatCount(failed) }));
  return parts.join(', ');
}

function ProgressDialog({ begun, onClose }: { begun: BulkProgress; onClose: () => void }) {
  const id = useId();
  const { data: progress, error, refetch } = useBulkProgress(begun);
  const { action, state, done, skipped, failed, total } = progress;
  const isDone = state === 'done';
  const changed = done - skipped - failed;
  return (
    <Overlay role="dialog" aria-labelledby={id} onLeave={onClose}>
      <div className="ko-dialog">
        <h2 id={id}>
          {isDone
            ? pluralText(ACTION_TEXTS[action].done, changed, { count: formatCount(changed) })
            : texts.bulkProgress.running}
        </h2>
        <progress className="ko-progress" value={done} max={total} aria-labelledby={id} />
        <p role="status">{formatProgress(progress)}</p>
        {isDone ? null : <p>{texts.bulkProgress.closable}</p>}
        {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
        <div className="ko-dialog__acts">
          <Button look="primary" autoFocus onClick={onClose}>
            {texts.common.close}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}

interface AskDialogProps {
  preview: BulkPreview;
  onBegin: (said: { reason?: string; until?: string }) => Promise<void>;
  onClose: () => void;
}

function AskDialog({ preview, onBegin, onClose }: AskDialogProps) {
  const { action, affected } = preview;
  const title = pluralText(ACTION_TEXTS[action].title, affected, { count: formatCount(affected) });
  if (action === 'delete') {
    return (
      <TypeToConfirmDialog
        title={title}
        word={String(affected)}
        verb={texts.common.delete}
        onConfirm={() => onBegin({})}
        onClose={onClose}
      >
        <BulkEffect preview={preview} />
      </TypeToConfirmDialog>
    );
  }
  if (action === 'suspend') {
    return (
      <SuspensionDialog
        title={title}
        isPlural
        draftOf="bulk:suspend"
        onConfirm={onBegin}
        onClose={onClose}
      >
        <BulkEffect preview={preview} />
      </SuspensionDialog>
    );
  }
  return (
    <ReasonDialog
      title={title}
      field={{ label: texts.bulkEffect.note, isRequired: false }}
      verb={texts.common.restore}
      look="primary"
      draftOf="bulk:restore"
      onConfirm={({ reason }) => onBegin(reason === '' ? {} : { reason })}
      onClose={onClose}
    >
      <BulkEffect preview={preview} />
    </ReasonDialog>
  );
}

/**
 * Returns the focus to the button that opened the first of several dialogs. Each later one only
 * knows the one before it, which is gone by then.
 */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}

/** Shows the effect of a bulk action, asks for confirmation and shows its progress. */
export function BulkDialog({ form, onClose, onBegun }: BulkDialogProps) {
  const id = useId();
  useFocusReturn();
  const { data: preview, error, refetch } = useBulkPreview(form);
  const [begun, setBegun] = useState<BulkProgress>();
  const begin = async (said: { reason?: string; until?: string }) => {
    if (!preview) return;
    const progress = await startBulkAct({ previewId: preview._id, ...said });
    setBegun(progress);
    onBegun();
  };

  if (begun) return <ProgressDialog begun={begun} onClose={onClose} />;
  if (preview && preview.affected > 0) {
    return <AskDialog preview={preview} onBegin={begin} onClose={onClose} />;
  }
  return (
    <Overlay role="dialog" aria-labelledby={id} onLeave={onClose}>
      <div className="ko-dialog">
        <h2 id={id}>{ACTION_TEXTS[form.action].intro}</h2>
        {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
        {preview ? <p>{texts.bulkEffect.none}</p> : null}
        {!preview && !error ? <p role="status">{texts.bulkEffect.preparing}</p> : null}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            {texts.common.close}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
