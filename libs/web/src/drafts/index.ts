export { adminOwner, mayHaveDraft } from './draft-keys';
export { deleteFiles, storeFiles, readFiles, type DraftFiles } from './draft-files';
export { hasDraft, type Draft, type DraftPoll } from './draft-storage';
export { useDraft, type OpenDraft } from './useDraft';
