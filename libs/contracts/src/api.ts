import { z } from 'zod';

import { AccountDeletion } from './accounts.js';
import {
  AdminFanPage,
  AdminFanRow,
  BulkAct,
  BulkPreview,
  BulkPreviewRequest,
  BulkProgress,
  FanNote,
  NewFanNote,
  SuspendFan,
} from './admin-fans.js';
import { ActiveUsers, MonthCount, TotalPosts, TotalUsers } from './admin-figures.js';
import { AdminPost, PostRemovalOrder } from './admin-posts.js';
import { RemoteStatus } from './admin-remotes.js';
import { AdminRow } from './admin.js';
import { AlertChange, MatchAlert } from './alerts.js';
import { Announcement, NewAnnouncement } from './announcements.js';
import { AuditEntry } from './audit-log.js';
import {
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
import { ClientErrorRow } from './client-errors.js';
import { EmailUndone, UndoEmail } from './email-changes.js';
import { ChosenTeam, FirstSteps, TeamChoice } from './first-steps.js';
import {
  FootballFeed,
  LatestMatch,
  LeagueData,
  LeagueQuery,
  LeagueSummary,
  MatchDigest,
  MatchPage,
  Team,
  TeamCalendar,
} from './football.js';
import { StuckWork } from './jobs.js';
import { Notification, NotificationsRead } from './live.js';
import { CaseDecision, NewAppeal, ReportCase } from './moderation.js';
import { MutedWords } from './muted-words.js';
import { ConnectedFriend, Followed, FoundFan, FriendProfile, FriendSuggestion } from './people.js';
import { Vote } from './polls.js';
import { Comment, LikeState, NewComment, NewPost, Post, PostChange } from './posts.js';
import {
  NewPushSubscription,
  PushKey,
  PushSubscriptionCreated,
  PushSubscriptionRemoval,
  PushSubscriptionRow,
} from './push.js';
import { NewRehearsal, Rehearsal } from './rehearsals.js';
import { NewReport, ReportFiled } from './reports.js';
import { SearchResults } from './search.js';
import { NewStory, Story, StoryReply } from './stories.js';
import { MatchThread } from './thread.js';
import { AdminMatchTimeline, MatchTimeline } from './timeline.js';
import {
  FanSettings,
  FanSummary,
  OwnProfile,
  ProfileForm,
  ProfileUpdated,
  SettingsChange,
} from './users.js';
import { Shield, Viewpoint, ViewpointChange } from './viewpoints.js';

/**
 * The calls of the API that answer JSON (API.md): by method and path, the body that is sent and the body
 * that is answered. A call without a body answers 204.
 */
export const API = {
  // Sessions and accounts
  'POST /api/auth/appeal': { body: NewAppeal, answer: MessageAnswer },
  'GET /api/auth/demo': { answer: DemoLogins },
  'POST /api/auth/login': { body: Login, answer: FanLoggedIn },
  'POST /api/auth/logout': {},
  'POST /api/auth/register': { body: FanRegistration, answer: FanRegistered },
  'DELETE /api/user': { body: AccountDeletion, answer: MessageAnswer },
  'POST /api/user/change-password': { body: ChangePassword, answer: PasswordChanged },
  'POST /api/user/forgot-password': { body: ForgotPassword, answer: MessageAnswer },
  'POST /api/user/reset-password': { body: ResetPassword, answer: MessageAnswer },
  'GET /api/user/sessions': { answer: z.array(SessionRow) },
  'DELETE /api/user/sessions/:id': {},
  'POST /api/user/undo-email': { body: UndoEmail, answer: EmailUndone },
  // A fan’s own profile, settings and devices
  'GET /api/push/key': { answer: PushKey },
  'GET /api/user/first-steps': { answer: FirstSteps },
  'DELETE /api/user/first-steps': {},
  'GET /api/user/muted-words': { answer: MutedWords },
  'PUT /api/user/muted-words': { body: MutedWords, answer: MutedWords },
  'GET /api/user/profile': { answer: OwnProfile },
  'GET /api/user/push-subscriptions': { answer: z.array(PushSubscriptionRow) },
  'POST /api/user/push-subscriptions': {
    body: NewPushSubscription,
    answer: PushSubscriptionCreated,
  },
  'DELETE /api/user/push-subscriptions': { body: PushSubscriptionRemoval },
  'PATCH /api/user/settings': { body: SettingsChange, answer: FanSettings },
  'PUT /api/user/team': { body: TeamChoice, answer: ChosenTeam },
  'POST /api/user/update-profile': { body: ProfileForm, answer: ProfileUpdated },
  // Fans
  'POST /api/user/block/:userId': {},
  'DELETE /api/user/block/:userId': {},
  'GET /api/user/blocked': { answer: z.array(FanSummary) },
  'GET /api/user/connected-friends': { answer: z.array(ConnectedFriend) },
  'POST /api/user/follow/:userId': { answer: Followed },
  'DELETE /api/user/follow/:userId': {},
  'GET /api/user/friend-profile/:username': { answer: FriendProfile },
  'GET /api/user/friend-suggestions': { answer: z.array(FriendSuggestion) },
  'DELETE /api/user/friend-suggestions/:userId': {},
  'POST /api/user/mute/:userId': {},
  'DELETE /api/user/mute/:userId': {},
  'GET /api/user/muted': { answer: z.array(FanSummary) },
  'GET /api/user/search/users': { answer: z.array(FoundFan) },
  // Posts
  'GET /api/pt/posts': { answer: z.array(Post) },
  'POST /api/pt/posts': { body: NewPost, answer: Post },
  'GET /api/pt/posts/:id': { answer: Post },
  'PATCH /api/pt/posts/:id': { body: PostChange, answer: Post },
  'DELETE /api/pt/posts/:id': {},
  'POST /api/pt/posts/:id/comment': { body: NewComment, answer: Post },
  'GET /api/pt/posts/:id/comments': { answer: z.array(Comment) },
  'DELETE /api/pt/posts/:id/comments/:commentId': {},
  'POST /api/pt/posts/:id/like': { body: LikeState, answer: Post },
  'GET /api/pt/posts/:id/likes': { answer: z.array(FanSummary) },
  'PUT /api/pt/posts/:id/saved': {},
  'DELETE /api/pt/posts/:id/saved': {},
  'POST /api/pt/posts/:id/vote': { body: Vote, answer: Post },
  'GET /api/user/fposts': { answer: z.array(Post) },
  'DELETE /api/user/posts/:postId': { answer: MessageAnswer },
  'GET /api/user/saved': { answer: z.array(Post) },
  // Stories
  'GET /api/st/stories': { answer: z.array(Story) },
  'POST /api/st/stories': { body: NewStory, answer: Story },
  'DELETE /api/st/stories/:id': {},
  'POST /api/st/stories/:id/reply': { body: StoryReply },
  'POST /api/st/stories/:id/seen': {},
  'GET /api/st/stories/:id/viewers': { answer: z.array(FanSummary) },
  // Football
  'GET /api/football': { answer: LeagueData },
  'GET /api/football/calendar': { answer: TeamCalendar },
  'DELETE /api/football/calendar': { answer: TeamCalendar },
  'GET /api/football/digest': { answer: MatchDigest },
  'GET /api/football/latest': { answer: z.array(LatestMatch) },
  'GET /api/football/leagues': { answer: z.array(LeagueSummary) },
  'GET /api/football/matches/:id': { answer: MatchPage },
  'GET /api/football/matches/:id/timeline': { answer: MatchTimeline },
  'GET /api/football/teams': { answer: z.array(Team) },
  'GET /api/match/:id/thread': { answer: MatchThread },
  'GET /api/user/alerts': { answer: z.array(MatchAlert) },
  'PUT /api/user/alerts/:matchId': { body: AlertChange, answer: MatchAlert },
  'DELETE /api/user/alerts/:matchId': {},
  'GET /api/user/shield': { answer: Shield },
  'PUT /api/user/shield': { body: Shield, answer: Shield },
  'GET /api/user/viewpoints': { answer: z.array(Viewpoint) },
  'GET /api/user/viewpoints/:matchId': { answer: Viewpoint },
  'PUT /api/user/viewpoints/:matchId': { body: ViewpointChange, answer: Viewpoint },
  'DELETE /api/user/viewpoints/:matchId': {},
  // Search, notifications and announcements
  'GET /api/announcements': { answer: z.array(Announcement) },
  'GET /api/notifications': { answer: z.array(Notification) },
  'POST /api/notifications/read': { body: NotificationsRead },
  'POST /api/reports': { body: NewReport, answer: ReportFiled },
  'GET /api/search': { answer: SearchResults },
  // Admins and their sessions
  'GET /api/admin/admins': { answer: z.array(AdminRow) },
  'DELETE /api/admin/admins/:id': { answer: MessageAnswer },
  'POST /api/admin/admins/:id/approve': { answer: AdminRow },
  'POST /api/admin/forgot-password': { body: ForgotPassword, answer: MessageAnswer },
  'POST /api/admin/login': { body: Login, answer: AdminLoggedIn },
  'POST /api/admin/logout': {},
  'POST /api/admin/register': { body: AdminRegistration, answer: AdminRegistered },
  'POST /api/admin/reset-password': { body: ResetPassword, answer: MessageAnswer },
  'GET /api/admin/sessions': { answer: z.array(SessionRow) },
  'DELETE /api/admin/sessions/:id': {},
  // Fans, for admins
  'GET /api/admin/users': { answer: z.array(AdminFanRow) },
  'GET /api/admin/users/:id': { answer: AdminFanPage },
  'DELETE /api/admin/users/:id': { answer: MessageAnswer },
  'POST /api/admin/users/:id/notes': { body: NewFanNote, answer: FanNote },
  'POST /api/admin/users/:id/restore': { answer: AdminFanRow },
  'POST /api/admin/users/:id/suspend': { body: SuspendFan, answer: AdminFanRow },
  'POST /api/admin/users/bulk': { body: BulkAct, answer: BulkProgress },
  'GET /api/admin/users/bulk/:id': { answer: BulkProgress },
  'POST /api/admin/users/bulk/preview': { body: BulkPreviewRequest, answer: BulkPreview },
  // Moderation
  'GET /api/admin/posts': { answer: z.array(AdminPost) },
  'DELETE /api/admin/posts/:id': { body: PostRemovalOrder, answer: MessageAnswer },
  'POST /api/admin/posts/:id/restore': { answer: Post },
  'GET /api/admin/reports': { answer: z.array(ReportCase) },
  'POST /api/admin/reports/:id/assign': { answer: ReportCase },
  'DELETE /api/admin/reports/:id/assign': {},
  'POST /api/admin/reports/:id/resolve': { body: CaseDecision, answer: ReportCase },
  // Football, for admins
  'GET /api/admin/football': { answer: FootballFeed },
  'GET /api/admin/football/matches/:id/timeline': { answer: AdminMatchTimeline },
  'POST /api/admin/football/refresh': { body: LeagueQuery, answer: MessageAnswer },
  'GET /api/admin/rehearsals': { answer: z.array(Rehearsal) },
  'POST /api/admin/rehearsals': { body: NewRehearsal, answer: Rehearsal },
  'DELETE /api/admin/rehearsals/:id': {},
  // Figures and operation, for admins
  'GET /api/admin/activeUsers': { answer: ActiveUsers },
  'GET /api/admin/announcements': { answer: z.array(Announcement) },
  'POST /api/admin/announcements': { body: NewAnnouncement, answer: Announcement },
  'DELETE /api/admin/announcements/:id': {},
  'GET /api/admin/audit-log': { answer: z.array(AuditEntry) },
  'GET /api/admin/client-errors': { answer: z.array(ClientErrorRow) },
  'GET /api/admin/comments-written': { answer: z.array(MonthCount) },
  'GET /api/admin/jobs': { answer: StuckWork },
  'GET /api/admin/likes-given': { answer: z.array(MonthCount) },
  'GET /api/admin/post-engagements': { answer: z.array(MonthCount) },
  'GET /api/admin/remotes': { answer: z.array(RemoteStatus) },
  'POST /api/admin/remotes/:name/rollback': { answer: RemoteStatus },
  'GET /api/admin/totalPosts': { answer: TotalPosts },
  'GET /api/admin/totalUsers': { answer: TotalUsers },
  'GET /api/admin/user-registrations': { answer: z.array(MonthCount) },
} as const;

/** Method and path of a call: 'GET /api/pt/posts/:id'. */
export type ApiCall = keyof typeof API;

/** The input type of a preprocessed schema is `unknown`, so its output type stands for it. */
type SentFor<Body extends z.ZodType> =
  unknown extends z.input<Body> ? z.output<Body> : z.input<Body>;

/** What is sent with a call; undefined where nothing is. */
export type ApiBody<Call extends ApiCall> = (typeof API)[Call] extends {
  body: infer Body extends z.ZodType;
}
  ? SentFor<Body>
  : undefined;

/** What a call answers; undefined where it answers 204. */
export type ApiAnswer<Call extends ApiCall> = (typeof API)[Call] extends {
  answer: infer Answer extends z.ZodType;
}
  ? z.output<Answer>
  : undefined;
