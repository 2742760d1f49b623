export { keepsDraft } from './draft-names';
export { forgetDrafts } from './DraftPlace';
export { hasDraft, type Draft } from './kept-drafts';
export { useDraft, type OpenDraft } from './useDraft';
