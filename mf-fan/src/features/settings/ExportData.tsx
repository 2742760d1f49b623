import { Button, FormAlert } from '@kickoff/ui';
import { useEffect, useRef, useState } from 'react';

import { fetchExport, type FetchedFile } from './api/fetchExport';

type State =
  | { is: 'idle' }
  | { is: 'running'; bytes: number }
  | { is: 'done'; name: string }
  | { is: 'failed'; text: string };

const MEGABYTE = 1_000_000;

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

function save({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this; it needs no more than a moment.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Takes everything along in one file. */
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
      save(file);
      setState({ is: 'done', name: file.name });
    } catch (failure) {
      if (controller.signal.aborted) setState({ is: 'idle' });
      else {
        const text = failure instanceof Error ? failure.message : String(failure);
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
