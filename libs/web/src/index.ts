export * from './address-query';
export * from './addresses';
export * from './api';
export * from './drafts/other-tabs';
export * from './history-entry';
export * from './live';
export { loadDeviceData } from './load-device-data';
export * from './log-out';
export { useLogOutQuestion } from './log-out-question';
export * from './new-key';
export {
  deferDeletion,
  forgetDeletion,
  isDeletionPending,
  sendDeletion,
  sendLeftDeletions,
} from './pending-deletions';
export { noteRemoteVersion, reportError, reportUncaughtErrors } from './page-errors';
export * from './people';
export * from './poll';
export * from './preferences';
export * from './recent';
export * from './reload-memory';
export * from './remotes';
export * from './seen-answers';
export * from './server-state';
export * from './session';
export * from './theme';
export * from './tabs';
export * from './toasts';
export * from './uploads';
export * from './useLater';
export * from './useNow';
export * from './useOwnProfile';
export * from './usePageTitle';
export * from './usePart';
export * from './write-request';
