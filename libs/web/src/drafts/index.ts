export { adminOwner, mayKeepDraft } from './draft-names';
export { forgetFiles, keepFiles, keptFiles, type DraftFiles } from './draft-files';
export { hasDraft, type Draft } from './kept-drafts';
export { useDraft, type OpenDraft } from './useDraft';
