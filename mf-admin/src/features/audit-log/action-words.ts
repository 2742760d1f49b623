import type { AuditEntry } from '@kickoff/contracts';

/** The text of each kind of entry. */
export const ACTION_WORDS: Record<AuditEntry['action'], string> = {
  'admin.approve': 'Admin approved',
  'admin.remove': 'Admin refused',
  'admin.withdraw': 'Admin removed',
  'announcement.create': 'Announcement made',
  'announcement.delete': 'Announcement deleted',
  'appeal.keep': 'Appeal: suspension kept',
  'appeal.restore': 'Appeal: fan restored',
  'audit-log.export': 'Audit log exported',
  'football.refresh': 'League fetched',
  'post.remove': 'Post removed',
  'post.restore': 'Post brought back',
  'rehearsal.create': 'Rehearsal started',
  'rehearsal.delete': 'Rehearsal ended',
  'remote.rollback': 'Micro-frontend rolled back',
  'report.assign': 'Report assigned',
  'report.dismiss': 'Report dismissed',
  'report.release': 'Report unassigned',
  'report.remove': 'Report: content removed',
  'report.suspend': 'Report: fan suspended',
  'user.delete': 'Fan deleted',
  'user.note': 'Note on a fan',
  'user.restore': 'Fan restored',
  'user.suspend': 'Fan suspended',
  'users.export': 'Fans exported',
};

/** The text of each kind of target. */
export const TARGET_WORDS: Record<AuditEntry['targetType'], string> = {
  admin: 'admin',
  announcement: 'announcement',
  'audit-log': 'audit log',
  league: 'league',
  post: 'post',
  rehearsal: 'rehearsal',
  remote: 'micro-frontend',
  report: 'report',
  user: 'fan',
  users: 'list of fans',
};
