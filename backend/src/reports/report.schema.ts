import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { CaseAction, CaseTarget } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** An admin, as they were called then. */
export interface AdminRef {
  _id: string;
  username: string;
}

/** What the reported thing was at its first report, so that it can be judged after it was changed. */
export interface ReportSnapshot {
  username: string;
  text: string;
  /** Addresses of pictures and videos, as the contract writes them. */
  media: string[];
}

/**
 * One case before the admins: everything that was reported of one target until
 * a decision, or the appeal of a suspended fan, who is its target then. Who
 * reported or appealed, and with which words, stands in `report_entries`.
 */
@Schema({ collection: 'reports', versionKey: false })
export class Report {
  _id!: Types.ObjectId;

  @Prop({ type: String })
  targetType!: CaseTarget;

  @Prop({ type: Types.ObjectId })
  targetId!: Types.ObjectId;

  /** Whose the target is. */
  @Prop({ type: Types.ObjectId })
  ownerId!: Types.ObjectId;

  @Prop({ type: Object })
  snapshot!: ReportSnapshot;

  @Prop({ type: String })
  state!: 'open' | 'closed';

  /** How many fans reported it. */
  @Prop({ type: Number })
  count!: number;

  /** Of an appeal: which suspension it is about. */
  @Prop({ type: Date })
  suspendedAt?: Date;

  /** Who has taken it. */
  @Prop({ type: Object })
  assignee?: AdminRef;

  /** Who is carrying a decision out, and since when: nobody else decides meanwhile. */
  @Prop({ type: Object })
  deciding?: { by: string; since: Date };

  @Prop({ type: Object })
  decision?: { action: CaseAction; note?: string; by: AdminRef; at: Date };

  @Prop({ type: Date })
  createdAt!: Date;
}

export const ReportSchema = SchemaFactory.createForClass(Report)
  // One open case a target; closed ones may be many.
  .index(
    { targetType: 1, targetId: 1 },
    { unique: true, partialFilterExpression: { state: 'open' } },
  )
  // One appeal a suspension, open or closed.
  .index(
    { targetId: 1, suspendedAt: 1 },
    { unique: true, partialFilterExpression: { suspendedAt: { $exists: true } } },
  )
  // The admins' queue, newest first: by state, all, and one admin's.
  .index({ state: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index(
    { 'assignee._id': 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { 'assignee._id': { $exists: true } } },
  )
  // All cases about one fan's things, when that fan leaves.
  .index({ ownerId: 1 });
