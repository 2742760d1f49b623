import type { BulkPreview, BulkProgress } from '@kickoff/contracts';
import { Button, ErrorState, Overlay, formatCount } from '@kickoff/ui';
import { useId, useState } from 'react';

import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { SuspensionDialog } from '../../dialogs/SuspensionDialog';
import { TypeToConfirmDialog } from '../../dialogs/TypeToConfirmDialog';
import { type BulkForm, startBulkAct, useBulkPreview, useBulkProgress } from './api/useBulkAct';
import { BulkEffect } from './BulkEffect';

interface BulkDialogProps {
  form: BulkForm;
  onClose: () => void;
  /** Called when the action has started and the selection is no longer needed. */
  onBegun: () => void;
}

const VERBS = { suspend: 'Suspend', restore: 'Restore', delete: 'Delete' } as const;
const DONE = { suspend: 'suspended', restore: 'restored', delete: 'deleted' } as const;

const formatFanCount = (count: number) => (count === 1 ? '1 fan' : `${formatCount(count)} fans`);

function ProgressDialog({ begun, onClose }: { begun: BulkProgress; onClose: () => void }) {
  const id = useId();
  const { data: progress, error, refetch } = useBulkProgress(begun);
  const { action, state, done, skipped, failed, total } = progress;
  const isDone = state === 'done';
  return (
    <Overlay role="dialog" aria-labelledby={id} onLeave={onClose}>
      <div className="ko-dialog">
        <h2 id={id}>
          {isDone ? `${formatFanCount(done - skipped - failed)} ${DONE[action]}` : 'Working…'}
        </h2>
        <progress className="ko-progress" value={done} max={total} aria-labelledby={id} />
        <p role="status">
          {formatCount(done)} of {formatCount(total)}
          {skipped === 0 ? '' : `, ${formatCount(skipped)} needed nothing any more`}
          {failed === 0 ? '' : `, ${formatCount(failed)} failed: please try them again`}
        </p>
        {isDone ? null : <p>It goes on when this is closed.</p>}
        {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
        <div className="ko-dialog__acts">
          <Button look="primary" autoFocus onClick={onClose}>
            Close
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
  const title = `${VERBS[action]} ${formatFanCount(affected)}?`;
  if (action === 'delete') {
    return (
      <TypeToConfirmDialog
        title={title}
        word={String(affected)}
        verb="Delete"
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
      field={{ label: 'Note for the audit log', isRequired: false }}
      verb="Restore"
      look="primary"
      draftOf="bulk:restore"
      onConfirm={({ reason }) => onBegin(reason === '' ? {} : { reason })}
      onClose={onClose}
    >
      <BulkEffect preview={preview} />
    </ReasonDialog>
  );
}

/** Shows the effect of a bulk action, asks for confirmation and shows its progress. */
export function BulkDialog({ form, onClose, onBegun }: BulkDialogProps) {
  const id = useId();
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
        <h2 id={id}>{VERBS[form.action]} the selected fans</h2>
        {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
        {preview ? <p>Nothing changes for any of them.</p> : null}
        {!preview && !error ? <p role="status">Finding out what would happen…</p> : null}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
