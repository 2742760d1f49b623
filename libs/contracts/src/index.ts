export { AccountDeletion, AccountExport, OwnReport } from './accounts.js';
export {
  AdminFanPage,
  AdminFanRow,
  AdminFansQuery,
  BulkAct,
  BulkAction,
  BulkPreview,
  type BulkPreviewForm,
  BulkPreviewRequest,
  BulkProgress,
  FAN_SORTS,
  FanFilter,
  FanNote,
  FanReport,
  type FanSort,
  FanStatus,
  NewFanNote,
  SuspendFan,
  Suspension,
} from './admin-fans.js';
export {
  ActiveUsers,
  ActiveUsersQuery,
  Change,
  MonthCount,
  TotalPosts,
  TotalUsers,
  YearQuery,
} from './admin-figures.js';
export { AdminPost, AdminPostsQuery, PostRemovalNote, PostRemovalOrder } from './admin-posts.js';
export { REMOTE_STATES, type RemoteState, RemoteStatus } from './admin-remotes.js';
export { ADMIN_SESSION_MS } from './admin-session.js';
export { API, type ApiAnswer, type ApiBody, type ApiCall } from './api.js';
export { type AddressName, ADDRESSES } from './addresses.js';
export { AlertChange, MatchAlert } from './alerts.js';
export { AdminRow } from './admin.js';
export { Announcement, NewAnnouncement } from './announcements.js';
export { ANNOUNCEMENTS_ELEMENT } from './announcements-element.js';
export {
  AUDIT_ACTIONS,
  AUDIT_TARGETS,
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditLogQuery,
  AuditTarget,
} from './audit-log.js';
export {
  AdminLoggedIn,
  AdminRegistered,
  AdminRegistration,
  ChangePassword,
  DemoLogins,
  FanLoggedIn,
  FanRegistered,
  FanRegistration,
  ForgotPassword,
  Login,
  MessageAnswer,
  PasswordChanged,
  ResetPassword,
  SessionRow,
} from './auth.js';
export {
  CLIENT_ERROR_KINDS,
  CLIENT_ERROR_MAX_BYTES,
  CLIENT_ERROR_MESSAGE,
  ClientErrorRow,
  NewClientError,
  NO_REMOTE,
} from './client-errors.js';
export { homeLeagueOf, isCalled } from './clubs.js';
export { codePointLength, isBlank } from './code-points.js';
export { Email, GivenPassword, NewPassword, Phone, Username } from './credentials.js';
export { DEMO_LOGINS } from './demo-logins.js';
export { EmailUndone, FormerEmail, UndoEmail } from './email-changes.js';
export { ERROR_STATUS, ErrorAnswer, type ErrorCode } from './errors.js';
export { ChosenTeam, FirstSteps, TeamChoice } from './first-steps.js';
export { FEED_COOKIE, feedAddress, type FeedScope, PROFILE_ADDRESS } from './feed.js';
export {
  DigestQuery,
  FootballFeed,
  FootballSource,
  GoalCount,
  LatestMatch,
  LeagueData,
  LeaguePageQuery,
  LeagueQuery,
  LeagueSummary,
  Match,
  MatchDigest,
  MatchEvent,
  MatchPage,
  MatchStatus,
  MatchTeam,
  Scorer,
  Standing,
  StandingRow,
  Team,
  TeamCalendar,
  Zone,
} from './football.js';
export { goalsIn, isGoal } from './goals.js';
export { isInPlay } from './in-play.js';
export { StuckWork } from './jobs.js';
export { type League, LEAGUES } from './leagues.js';
export {
  ALT_MAX_LENGTH,
  ANNOUNCEMENT_MAX_LENGTH,
  BULK_MAX,
  BULK_PAGE_MAX,
  CAPTION_MAX_LENGTH,
  COMMENT_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  FAVORITE_MAX_LENGTH,
  IMAGE_MAX_BYTES,
  IMAGE_WIDTHS,
  MAX_WATCHED_MATCHES,
  MODERATION_NOTE_MAX_LENGTH,
  MUTED_WORD_MAX_LENGTH,
  MUTED_WORDS_MAX,
  PAGE_LIMIT,
  PASSWORD_LENGTH,
  PHONE_LENGTH,
  POLL_DURATION_MS,
  POLL_OPTION_MAX_LENGTH,
  POLL_OPTIONS,
  POST_TEXT_MAX_LENGTH,
  REPORT_REASON_MAX_LENGTH,
  SEARCH_LENGTH,
  STORY_REPLY_MAX_LENGTH,
  USERNAME_LENGTH,
  VIDEO_MAX_BYTES,
} from './limits.js';
export {
  type LiveEventName,
  LiveEvents,
  Notification,
  NotificationKind,
  NotificationsRead,
} from './live.js';
export { originOf } from './match-origin.js';
export { MESSAGES } from './messages.js';
export { NETWORK_FAILURE } from './network-failure.js';
export {
  CASE_ACTIONS,
  type CaseAction,
  CaseDecision,
  CaseTarget,
  NewAppeal,
  ReportCase,
  ReportsQuery,
} from './moderation.js';
export { fromMoment, toMoment } from './moments.js';
export { MutedWord, MutedWords } from './muted-words.js';
export { normalizeEmail } from './normalize-email.js';
export { notificationAddress, UNREAD_HEADER } from './notifications.js';
export {
  FILES_CACHE,
  FROM_CACHE_HEADER,
  OFFLINE_CACHE_PREFIX,
  OFFLINE_FILES_ADDRESS,
  offlineCacheName,
  PICTURES_CACHE,
} from './offline.js';
export {
  DEFAULT_ORDER,
  MAIN,
  NAVIGATION_ICONS,
  NAVIGATION_PLACES,
  type NavigationIcon,
  type NavigationPlace,
} from './navigation.js';
export { type Claims, findConflict } from './page-conflicts.js';
export {
  fillPath,
  type PageAudience,
  type PageDeclaration,
  type PageMatch,
  type PageOwner,
  type PageParams,
  type PageRow,
  PageTable,
  type Preload,
} from './page-table.js';
export { pageQuery, PageQuery } from './paging.js';
export {
  ConnectedFriend,
  DismissalQuery,
  FanSearch,
  Followed,
  FoundFan,
  FriendProfile,
  FriendSuggestion,
  MarkedFan,
  SuggestionsQuery,
} from './people.js';
export { NewPoll, OwnVote, Poll, Vote } from './polls.js';
export {
  Comment,
  FeedQuery,
  GonePost,
  LikeState,
  NewComment,
  NewPost,
  OwnComment,
  OwnLike,
  OwnPostsQuery,
  OwnSavedPost,
  Post,
  PostMatch,
  PostChange,
  PostPageQuery,
  PostQuery,
  QuotedPost,
} from './posts.js';
export {
  NewPushSubscription,
  OwnPushSubscription,
  PushKey,
  PushMessage,
  PushSubscriptionCreated,
  PushSubscriptionRemoval,
  PushSubscriptionRow,
} from './push.js';
export { firstRegistrationFault, type RegistrationChecks } from './registration-checks.js';
export {
  KickoffManifest,
  MANIFEST_FORM,
  MANIFEST_MAX_BYTES,
  type NavigationEntry,
  RemoteDeclaration,
  RemoteName,
  SHARED_PACKAGES,
  type SharedPackage,
  SHELL,
} from './remote-manifest.js';
export { type LiveRemote, type RemoteList, REMOTES_ADDRESS, REMOTES_ELEMENT } from './remotes.js';
export { NewRehearsal, Rehearsal, RehearsalFault } from './rehearsals.js';
export { NewReport, ReportFiled, ReportTarget } from './reports.js';
export { RESERVED_WORDS } from './reserved-words.js';
export { isOfOneScript } from './scripts.js';
export {
  SEARCH_TYPES,
  SearchQuery,
  SearchResults,
  type SearchType,
  SearchAnswer,
} from './search.js';
export { NewStory, OwnStoryReply, Story, StoryMediaType, StoryReply } from './stories.js';
export { plainText } from './text.js';
export { type Theme, THEME_COOKIE, themeNamed, THEMES } from './theme.js';
export { AdminMatchTimeline, MatchTimeline, TimelineEntry, TimelineEntryKind } from './timeline.js';
export { UploadQuery } from './uploads.js';
export {
  FanSettings,
  FanSummary,
  OwnProfile,
  ProfileForm,
  ProfileUpdated,
  SettingsChange,
} from './users.js';
export { MatchThread, ThreadQuery, ThreadRow } from './thread.js';
export { WATCH_CHANNEL, type WatchMessage } from './watch-messages.js';
export {
  DELAY_SECONDS,
  REPLAY_MAX_POSITION,
  REPLAY_SPEEDS,
  Shield,
  Viewpoint,
  ViewpointChange,
} from './viewpoints.js';
