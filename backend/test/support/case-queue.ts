import {
  AuditEntry,
  type Post,
  ReportCase,
  ReportFiled,
  type ReportTarget,
} from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, asVisitor, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { collectMails } from './mailbox.js';
import { aPostBy } from './posts.js';

const SPAM = 'Buy my shoes';

/** Two admins with a queue of reports, two fans who report, and a third with a post to report. */
export class QueueFixture {
  private constructor(
    readonly kickoff: KickOff,
    readonly ada: Caller,
    readonly ben: Caller,
    readonly bob: Caller,
    readonly carol: Caller,
    /** A new fan for each test. */
    public alice: Caller,
    /** Alice's. */
    public post: Post,
  ) {}

  static async open(variables: Record<string, string> = {}): Promise<QueueFixture> {
    const kickoff = await startKickOff(variables);
    const ada = await anAdmin(kickoff);
    const ben = await anAdmin(kickoff, {}, ada);
    const [bob, carol] = [await aFan(kickoff), await aFan(kickoff)];
    const alice = await aFan(kickoff);
    const post = await aPostBy(kickoff, alice, SPAM);
    return new QueueFixture(kickoff, ada, ben, bob, carol, alice, post);
  }

  /**
   * Creates a new Alice for the next test, with a post of text or with a picture; removes all
   * cases, mails and audit entries.
   */
  async begin(file?: 'image'): Promise<void> {
    for (const name of ['reports', 'report_entries', 'audit_log']) {
      await this.kickoff.connection.collection(name).deleteMany({});
    }
    this.alice = await aFan(this.kickoff);
    this.post = await this.postBy(this.alice, SPAM, file);
    await this.mails();
  }

  postBy(fan: Caller, text: string, file?: 'image'): Promise<Post> {
    return aPostBy(this.kickoff, fan, text, file);
  }

  /** Files a report, by default about Alice's post. */
  async report(
    by: Caller,
    targetId = this.post._id,
    targetType: ReportTarget = 'post',
    reason = 'Spam',
  ): Promise<void> {
    const answer = await as(this.kickoff, by)
      .post('/api/reports')
      .send({ targetType, targetId, reason })
      .expect(201);
    ReportFiled.parse(answer.body);
  }

  /** Returns the queue as Ada sees it. */
  async cases(query = ''): Promise<ReportCase[]> {
    const answer = await as(this.kickoff, this.ada).get(`/api/admin/reports?${query}`).expect(200);
    return z.array(ReportCase.strict()).parse(answer.body);
  }

  async newestCase(): Promise<ReportCase> {
    const [first] = await this.cases();
    if (!first) throw new Error('The queue is empty');
    return first;
  }

  /** Decides a case. */
  resolve(by: Caller, id: string, body: object) {
    return as(this.kickoff, by).post(`/api/admin/reports/${id}/resolve`).send(body);
  }

  /** Returns the actions in the audit log, oldest first. */
  async acts(): Promise<string[]> {
    const answer = await as(this.kickoff, this.ada).get('/api/admin/audit-log').expect(200);
    return z
      .array(AuditEntry)
      .parse(answer.body)
      .map(({ action }) => action)
      .reverse();
  }

  /** Returns the mails since the last call. */
  mails(): Promise<string[]> {
    return collectMails(this.kickoff, this.kickoff.context.settings.dataFolder);
  }

  async mailsTo({ email }: Caller): Promise<string[]> {
    return (await this.mails()).filter((mail) => mail.includes(`<${email}>`));
  }

  logIn({ email, password }: Caller) {
    return asVisitor(this.kickoff).post('/api/auth/login').send({ email, password });
  }
}
