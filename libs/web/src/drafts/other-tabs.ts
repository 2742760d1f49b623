import { tabDraftIds } from './draft-keys';

const NAME = 'kickoff-drafts';
/** How long other tabs have to answer. */
const ANSWER_MS = 150;

type Word = { ask: readonly string[] } | { mine: string };

/** Returns those of the given drafts that belong to other tabs of this browser. */
export function findIdsOfOtherTabs(ids: readonly string[]): Promise<ReadonlySet<string>> {
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

/** Answers other tabs' queries for this tab's drafts; returns a function that stops it. */
export function answerDraftQueries(): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (!('ask' in data)) return;
    for (const mine of tabDraftIds().filter((id) => data.ask.includes(id))) {
      channel.postMessage({ mine } satisfies Word);
    }
  });
  return () => channel.close();
}
