import { Button, errorMessage, FormAlert } from '@kickoff/ui';
import { saveFile } from '@kickoff/web/save-file';
import { useEffect, useRef, useState } from 'react';

import { fetchExport } from './api/fetchExport';

type State =
  | { is: 'idle' }
  | { is: 'running'; bytes: number }
  | { is: 'done'; name: string }
  | { is: 'failed'; text: string };

const MEGABYTE = 1_000_000;

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
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
        One zip file with your account, posts, comments, likes, stories, follows and files. The data
        is in <code>data.json</code>, for people and programs.
      </p>
      <div className="ko-row">
        <Button look="line" busy={state.is === 'running'} onClick={exportAll}>
          Export my data
        </Button>
        {state.is === 'running' ? (
          <>
            <span className="ko-num">{megabytes(state.bytes)} so far</span>
            <Button onClick={() => running.current?.abort()}>Cancel</Button>
          </>
        ) : null}
      </div>
      {state.is === 'done' ? (
        <FormAlert kind="ok" text={`Your data is in ${state.name} among your downloads.`} />
      ) : null}
      {state.is === 'failed' ? <FormAlert kind="error" text={state.text} /> : null}
    </div>
  );
}
