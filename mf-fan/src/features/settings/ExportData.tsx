import { Button, errorMessage, FilledText, fillText, FormAlert } from '@kickoff/ui';
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
    <div className="ko-form">
      <p>
        <FilledText text={texts.export.about} values={{ file: <code>{DATA_FILE}</code> }} />
      </p>
      <div className="ko-row">
        <Button look="line" busy={state.is === 'running'} onClick={exportAll}>
          {texts.export.start}
        </Button>
        {state.is === 'running' ? (
          <>
            <span className="ko-num">
              {fillText(texts.export.progress, { size: megabytes(state.bytes) })}
            </span>
            <Button onClick={() => running.current?.abort()}>{texts.actions.cancel}</Button>
          </>
        ) : null}
      </div>
      {state.is === 'done' ? (
        <FormAlert kind="ok" text={fillText(texts.export.done, { file: state.name })} />
      ) : null}
      {state.is === 'failed' ? <FormAlert kind="error" text={state.text} /> : null}
    </div>
  );
}
