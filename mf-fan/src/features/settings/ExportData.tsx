import {
  Button,
  errorMessage,
  FilledText,
  fillText,
  FormAlert,
  useFocusFallback,
} from '@kickoff/ui';
import { saveFile } from '@kickoff/web/save-file';
import { useEffect, useRef, useState } from 'react';

import { texts } from '../../texts';
import { fetchExport } from './api/fetchExport';

type State =
  | { is: 'idle' }
  | { is: 'running'; bytes: number }
  | { is: 'done'; name: string }
  | { is: 'failed'; text: string };

const MEGABYTE = 1_000_000;
/** The file in the archive that holds everything but uploads. */
const DATA_FILE = 'data.json';

function megabytes(bytes: number): string {
  const count = (bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 1 });
  return fillText(texts.export.size, { count });
}

function Progress({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const element = useFocusFallback<HTMLSpanElement>();
  return (
    <span className="ko-row" ref={element}>
      <span className="ko-num">{fillText(texts.export.progress, { size: megabytes(bytes) })}</span>
      <Button onClick={onCancel}>{texts.actions.cancel}</Button>
    </span>
  );
}

/** Downloads all of the fan's data as one file. */
export function ExportData() {
  const [state, setState] = useState<State>({ is: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const exportAll = async () => {
    if (state.is === 'running') return;
    const controller = new AbortController();
    running.current = controller;
    setState({ is: 'running', bytes: 0 });
    try {
      const file = await fetchExport(
        (bytes) => setState({ is: 'running', bytes }),
        controller.signal,
      );
      saveFile(file.name, file.content);
      setState({ is: 'done', name: file.name });
    } catch (failure) {
      if (controller.signal.aborted) setState({ is: 'idle' });
      else {
        const text = errorMessage(failure);
        setState({ is: 'failed', text });
      }
    }
  };

  return (
    <div className="ko-form" tabIndex={-1}>
      <p>
        <FilledText text={texts.export.about} values={{ file: <code>{DATA_FILE}</code> }} />
      </p>
      <div className="ko-row">
        <Button look="line" busy={state.is === 'running'} onClick={exportAll}>
          {texts.export.start}
        </Button>
        {state.is === 'running' ? (
          <Progress bytes={state.bytes} onCancel={() => running.current?.abort()} />
        ) : null}
      </div>
      {state.is === 'done' ? (
        <FormAlert kind="ok" text={fillText(texts.export.done, { file: state.name })} />
      ) : null}
      {state.is === 'failed' ? <FormAlert kind="error" text={state.text} /> : null}
    </div>
  );
}
