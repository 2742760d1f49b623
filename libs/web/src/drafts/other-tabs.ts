import { ownIds } from './draft-names';

const NAME = 'kickoff-drafts';
/** So long the other tabs have to answer. */
const ANSWER_MS = 150;

type Word = { ask: readonly string[] } | { mine: string };

/** Which of some drafts belong to other tabs of this browser. */
export function ofOtherTabs(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const channel = new BroadcastChannel(NAME);
  const theirs = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('mine' in data) theirs.add(data.mine);
  });
  channel.postMessage({ ask: ids } satisfies Word);
  return new Promise((resolve) => {
    const close = () => {
      channel.close();
      resolve(theirs);
    };
    setTimeout(close, ANSWER_MS);
  });
}

/** Says which drafts are this tab's, on whatever page it is; returns how to stop. */
export function answerForDrafts(): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (!('ask' in data)) return;
    for (const mine of ownIds().filter((id) => data.ask.includes(id))) {
      channel.postMessage({ mine } satisfies Word);
    }
  });
  return () => channel.close();
}
