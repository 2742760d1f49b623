import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ReportTarget } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** What the reported thing was at its first report, so that it can be judged after it was changed. */
export interface ReportSnapshot {
  username: string;
  text: string;
  /** Addresses of pictures and videos, as the contract writes them. */
  media: string[];
}

/**
 * One case before the admins: everything that was reported of one target until
 * a decision. Who reported it stands in `report_entries`.
 */
@Schema({ collection: 'reports', versionKey: false })
export class Report {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  targetType!: ReportTarget;

  @Prop({ type: Types.ObjectId, required: true })
  targetId!: Types.ObjectId;

  /** Whose the target is. */
  @Prop({ type: Types.ObjectId, required: true })
  ownerId!: Types.ObjectId;

  @Prop({ type: Object, required: true })
  snapshot!: ReportSnapshot;

  @Prop({ type: String, required: true })
  state!: 'open' | 'closed';

  /** How many fans reported it. */
  @Prop({ type: Number, required: true })
  count!: number;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const ReportSchema = SchemaFactory.createForClass(Report)
  // One open case a target; closed ones may be many.
  .index(
    { targetType: 1, targetId: 1 },
    { unique: true, partialFilterExpression: { state: 'open' } },
  )
  // The admins' queue, newest first.
  .index({ state: 1, createdAt: -1, _id: -1 })
  // All cases about one fan's things, when that fan leaves.
  .index({ ownerId: 1 });
