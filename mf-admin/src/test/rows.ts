import type {
  AdminFanPage,
  AdminFanRow,
  AdminPost,
  AuditEntry,
  ClientErrorRow,
  RemoteStatus,
  ReportCase,
} from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';

let count = 0;

/** A row of the list of fans; unique per call. */
export function aFanRow(facts: Partial<AdminFanRow> = {}): AdminFanRow {
  count += 1;
  return {
    _id: `fa${count.toString(16).padStart(22, '0')}`,
    userId: 1000 + count,
    username: `fan.${count}`,
    email: `fan.${count}@fans.example`,
    phone: '+44 20 7946 0100',
    createdAt: '2026-08-01T12:00:00.000Z',
    lastSeenAt: '2026-11-20T12:00:00.000Z',
    status: 'active',
    postsCount: 3,
    ...facts,
  };
}

/** A fan's record. */
export function aFanPage(facts: Partial<AdminFanPage> = {}): AdminFanPage {
  return {
    ...aFanRow(),
    fav_team1: 'Arsenal',
    fav_player: '',
    profilePicture: '',
    counts: { posts: 3, comments: 4, likes: 5, friends: 6, followers: 7 },
    reportsBy: [],
    reportsAgainst: [],
    notes: [],
    sessions: [],
    ...facts,
  };
}

/** A post as the admins' API returns it. */
export const anAdminPost = (facts: Partial<AdminPost> = {}): AdminPost => ({
  ...aPost(),
  ...facts,
});

/** A case of the queue. */
export function aCase(facts: Partial<ReportCase> = {}): ReportCase {
  count += 1;
  return {
    _id: `ca${count.toString(16).padStart(22, '0')}`,
    targetType: 'post',
    targetId: 'd'.repeat(24),
    owner: { _id: 'e'.repeat(24), username: 'spammer' },
    snapshot: { username: 'spammer', text: 'Buy tickets here', media: [] },
    count: 1,
    reports: [
      {
        reporter: { _id: 'f'.repeat(24), username: 'priya_raman' },
        reason: 'This is spam',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ],
    state: 'open',
    createdAt: '2026-11-21T12:00:00.000Z',
    ...facts,
  };
}

/** An entry of the audit log. */
export function anEntry(facts: Partial<AuditEntry> = {}): AuditEntry {
  count += 1;
  return {
    _id: `au${count.toString(16).padStart(22, '0')}`,
    at: '2026-11-21T12:00:00.000Z',
    actor: { _id: 'a'.repeat(24), username: 'admin' },
    action: 'user.suspend',
    targetType: 'user',
    targetId: 'f'.repeat(24),
    ...facts,
  };
}

/** A client error. */
export function aClientError(facts: Partial<ClientErrorRow> = {}): ClientErrorRow {
  return {
    kind: 'render',
    remote: 'leagues',
    page: '/match/:matchId',
    version: '1.0.0',
    message: 'TypeError: x.map is not a function',
    count: 1,
    firstAt: '2026-11-20T12:00:00.000Z',
    lastAt: '2026-11-21T12:00:00.000Z',
    ...facts,
  };
}

/** The state of a micro-frontend. */
export function aRemoteStatus(facts: Partial<RemoteStatus> = {}): RemoteStatus {
  return {
    name: 'leagues',
    origin: null,
    version: '1.0.0',
    build: '12345678',
    liveSince: '2026-11-20T12:00:00.000Z',
    ranges: {},
    bytes: 50_000,
    state: 'live',
    failures: { load: 0, render: 0 },
    recent: [],
    ...facts,
  };
}
