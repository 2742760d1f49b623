const NAME = 'kickoff-drafts';
/** So long the other tabs have to answer. */
const ANSWER_MS = 150;

type Word = { ask: readonly string[] } | { isOpen: string };

/** Which of some drafts other tabs of this browser have open just now. */
export function openElsewhere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const channel = new BroadcastChannel(NAME);
  const open = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('isOpen' in data) open.add(data.isOpen);
  });
  channel.postMessage({ ask: ids } satisfies Word);
  return new Promise((resolve) => {
    const close = () => {
      channel.close();
      resolve(open);
    };
    setTimeout(close, ANSWER_MS);
  });
}

/** Answers the other tabs for as long as this one lives. */
export function answerOtherTabs(isOpen: (id: string) => boolean): void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (!('ask' in data)) return;
    for (const id of data.ask.filter(isOpen)) channel.postMessage({ isOpen: id } satisfies Word);
  });
}
