import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { BulkAction } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Actor } from '../../audit-log/audit-log.service.js';

/** One act on many fans: its preview, and from the start on how far it is. */
@Schema({ collection: 'bulk_acts', versionKey: false })
export class BulkAct {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  action!: BulkAction;

  /** Who asked for the preview, and alone may act on it. */
  @Prop({ type: Object, required: true })
  actor!: Actor;

  @Prop({ type: String, required: true })
  state!: 'previewed' | 'running' | 'done';

  /** Whom it reaches, as the preview found them; taken one after the other. */
  @Prop({ type: [Types.ObjectId], required: true })
  fanIds!: Types.ObjectId[];

  /** So many of them are behind it, and for so many of those there was nothing to do. */
  @Prop({ type: Number, required: true })
  done!: number;

  @Prop({ type: Number, required: true })
  skipped!: number;

  /** With so many of them it failed; absent while there are none. */
  @Prop({ type: Number })
  failed?: number;

  /** Of a suspension. */
  @Prop({ type: String })
  reason?: string;

  @Prop({ type: Date })
  until?: Date;

  /** While it runs: from then on any instance may take it; whoever works on it moves this on. */
  @Prop({ type: Date })
  dueAt?: Date;

  /** When it is forgotten: a preview soon, an act when nobody asks for it any more. */
  @Prop({ type: Date, required: true })
  expiresAt!: Date;
}

export const BulkActSchema = SchemaFactory.createForClass(BulkAct)
  // What is due next.
  .index({ dueAt: 1 }, { sparse: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
