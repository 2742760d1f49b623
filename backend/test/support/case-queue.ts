import { AuditEntry, ReportCase, ReportFiled, type ReportTarget } from '@kickoff/contracts';
import { z } from 'zod';

import { as, asVisitor, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** Files a report. */
export async function report(
  kickoff: KickOff,
  by: Caller,
  targetId: string,
  targetType: ReportTarget = 'post',
  reason = 'Spam',
): Promise<void> {
  const answer = await as(kickoff, by)
    .post('/api/reports')
    .send({ targetType, targetId, reason })
    .expect(201);
  ReportFiled.parse(answer.body);
}

/** The cases before the admins, as one of them sees the queue. */
export async function casesSeenBy(
  kickoff: KickOff,
  admin: Caller,
  query = '',
): Promise<ReportCase[]> {
  const answer = await as(kickoff, admin).get(`/api/admin/reports?${query}`).expect(200);
  return z.array(ReportCase.strict()).parse(answer.body);
}

/** The newest case in the queue. */
export async function newestCase(kickoff: KickOff, admin: Caller): Promise<ReportCase> {
  const [first] = await casesSeenBy(kickoff, admin);
  if (!first) throw new Error('The queue is empty');
  return first;
}

/** Decides a case. */
export function resolve(kickoff: KickOff, by: Caller, id: string, body: object) {
  return as(kickoff, by).post(`/api/admin/reports/${id}/resolve`).send(body);
}

/** Appeals as a suspended fan does, without a session. */
export function appeal(
  kickoff: KickOff,
  { email, password }: Pick<Caller, 'email' | 'password'>,
  text: unknown,
) {
  return asVisitor(kickoff).post('/api/auth/appeal').send({ email, password, text });
}

/** What admins did, as the audit log has it, oldest first. */
export async function actsOnRecord(kickoff: KickOff, admin: Caller): Promise<string[]> {
  const answer = await as(kickoff, admin).get('/api/admin/audit-log').expect(200);
  return z
    .array(AuditEntry)
    .parse(answer.body)
    .map(({ action }) => action)
    .reverse();
}

/** Begins anew: no case, and nothing on record. */
export async function emptyQueue(kickoff: KickOff): Promise<void> {
  for (const name of ['reports', 'report_entries', 'audit_log']) {
    await kickoff.connection.collection(name).deleteMany({});
  }
}
