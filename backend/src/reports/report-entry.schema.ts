import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** One fan's report within a case. */
@Schema({ collection: 'report_entries', versionKey: false })
export class ReportEntry {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  caseId!: Types.ObjectId;

  /** Absent once that fan has left KickOff: the case stays. */
  @Prop({ type: Types.ObjectId })
  reporterId?: Types.ObjectId;

  @Prop({ type: String })
  reason!: string;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const ReportEntrySchema = SchemaFactory.createForClass(ReportEntry)
  // One report a fan and case; also the case's reports for the queue.
  .index(
    { caseId: 1, reporterId: 1 },
    { unique: true, partialFilterExpression: { reporterId: { $exists: true } } },
  )
  // A case's reports, those of fans who left among them.
  .index({ caseId: 1, _id: 1 })
  // What one fan has reported: for the export, and when that fan leaves.
  .index({ reporterId: 1, _id: 1 });
