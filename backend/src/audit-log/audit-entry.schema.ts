import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { AuditAction, AuditDetails, AuditTarget } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** One act of an admin. Names whom it was done by as they were called then; it outlives them. */
@Schema({ collection: 'audit_log', versionKey: false })
export class AuditEntryDocument {
  _id!: Types.ObjectId;

  @Prop({ type: Date })
  at!: Date;

  @Prop({ type: Object })
  actor!: { _id: string; username: string };

  @Prop({ type: String })
  action!: AuditAction;

  @Prop({ type: String })
  targetType!: AuditTarget;

  @Prop({ type: String })
  targetId!: string;

  @Prop({ type: Object })
  details?: AuditDetails;
}

export const AuditEntrySchema = SchemaFactory.createForClass(AuditEntryDocument)
  // The list, newest first, page by page; each further index serves one filter in the same order.
  .index({ at: -1, _id: -1 })
  .index({ 'actor._id': 1, at: -1, _id: -1 })
  .index({ 'actor.username': 1, at: -1, _id: -1 })
  .index({ action: 1, at: -1, _id: -1 })
  .index({ targetId: 1, at: -1, _id: -1 })
  .index({ targetType: 1, at: -1, _id: -1 });
