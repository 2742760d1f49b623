import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { BulkAction } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Actor } from '../../audit-log/audit-log.service.js';

/** One act on many fans: its preview, and from the start on how far it is. */
@Schema({ collection: 'bulk_acts', versionKey: false })
export class BulkActDocument {
  _id!: Types.ObjectId;

  @Prop({ type: String })
  action!: BulkAction;

  /** Who asked for the preview, and alone may act on it. */
  @Prop({ type: Object })
  actor!: Actor;

  @Prop({ type: String })
  state!: 'previewed' | 'running' | 'done';

  /** Whom it reaches, as the preview found them; taken one after the other. */
  @Prop({ type: [Types.ObjectId] })
  fanIds!: Types.ObjectId[];

  /** So many of them are behind it, and for so many of those there was nothing to do. */
  @Prop({ type: Number })
  done!: number;

  @Prop({ type: Number })
  skipped!: number;

  /** Fans that failed and are tried again, not counted by `done`; absent while there are none. */
  @Prop({ type: [Types.ObjectId] })
  retries?: Types.ObjectId[];

  /** With so many of them it failed in the end; absent while there are none. */
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
  @Prop({ type: Date })
  expiresAt!: Date;
}

export const BulkActSchema = SchemaFactory.createForClass(BulkActDocument)
  // What is due next.
  .index({ dueAt: 1 }, { sparse: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
