export { addressWith, useAddressQuery } from './address-query';
export {
  addressOf,
  currentPage,
  goTo,
  Link,
  loginAddress,
  replaceAddress,
  usePage,
  wayBack,
} from './addresses';
export { answerIn, callApi, CallFailure, type CallOptions, failureOf, fetchAnswer } from './api';
export { fetchPage, type ListPage } from './fetch-page';
export type { AnswerOf, BodyOption, CallOf, HttpMethod } from './api-call';
export { answerDraftQueries, findIdsOfOtherTabs } from './drafts/other-tabs';
export { readFeedCookie, writeFeedCookie } from './feed-cookie';
export { historyEntry, nameHistoryEntry } from './history-entry';
export { emitLiveEvent, type LiveEvent, onLiveEvent } from './live';
export { loadDeviceData } from './load-device-data';
export { loadSweep } from './load-sweep';
export { loadSessionEnd, logOut } from './log-out';
export { useLogOutQuestion } from './log-out-question';
export { newIdempotencyKey } from './new-idempotency-key';
export {
  emitNotificationsRead,
  type NotificationsRead,
  onNotificationsRead,
} from './notifications-read';
export { loadPendingDeletions } from './load-pending-deletions';
export { registerPart, reportError, reportUncaughtErrors } from './page-errors';
export { installPages } from './pages';
export { pollMs } from './poll';
export { writeSession, readSession } from './session-storage';
export {
  type LoadPage,
  type PageComponent,
  type PageProps,
  type RemoteModule,
} from './remote-module';
export { cacheResponse, clearOfflineCache, isOffline, useIsOffline } from './offline-cache';
export {
  broadcastInvalidation,
  type InfiniteData,
  type QueryClient,
  ServerState,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from './server-state';
export { type Audience, forgetSession, sessionToken, startSession, useSession } from './session';
export { keptTheme, wearTheme } from './theme';
export { tabChannel, type TabChannel } from './tabs';
export { onToast, raiseToast, type Toast } from './toasts';
export { type ImageWidth, pictureAddress, postMediaAddress, storyMediaAddress } from './uploads';
export { useDeferredComponent } from './useDeferredComponent';
export { type ExclusiveMutation, useExclusiveMutation } from './useExclusiveMutation';
export { type MatchChange, useMatchChanges, withChange } from './useMatchChanges';
export { useNow } from './useNow';
export { focusHeading, showNews, useDeclaredTitle, usePageTitle } from './usePageTitle';
export { type ComponentLoader, useLazyComponent } from './useLazyComponent';
export { requestComposer, useComposerRequest } from './composer-events';
export { OWN_PROFILE_KEY, useOwnProfile } from './useOwnProfile';
