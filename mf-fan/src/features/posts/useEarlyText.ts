import type { OpenDraft } from '@kickoff/web/drafts';
import { useEffect } from 'react';

/** What was typed into the field that stands in for a form while its code loads. */
export interface EarlyTextProps {
  earlyText: string;
  onEarlyText: (rest: string) => void;
}

/** Appends the early text to the form's draft, once. */
export function useEarlyText(draft: OpenDraft, { earlyText, onEarlyText }: EarlyTextProps): void {
  useEffect(() => {
    if (earlyText === '') return;
    draft.write(draft.text + earlyText);
    onEarlyText('');
  }, [earlyText, onEarlyText, draft]);
}
