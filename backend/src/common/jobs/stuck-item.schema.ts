import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const MONTH_S = 30 * 24 * 60 * 60;

/** A failed item of a job, stored until it succeeds. `_id` is the job and the item. */
@Schema({ collection: 'stuck_items', versionKey: false })
export class StuckItem {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  job!: string;

  @Prop({ type: String })
  item!: string;

  @Prop({ type: Number })
  failures!: number;

  @Prop({ type: String })
  lastError!: string;

  /** When it failed first. */
  @Prop({ type: Date })
  since!: Date;

  /** When it failed last. */
  @Prop({ type: Date })
  failedAt!: Date;

  /** Not tried again before. */
  @Prop({ type: Date })
  retryAt!: Date;
}

export const StuckItemSchema = SchemaFactory.createForClass(StuckItem)
  .index({ job: 1, failedAt: -1 })
  // The admins' list; what no job meets any more goes by itself.
  .index({ failedAt: 1 }, { expireAfterSeconds: MONTH_S });
