import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const MONTH_S = 30 * 24 * 60 * 60;

/** Something that a job could not do, kept until it is done. `_id` is the job and the item. */
@Schema({ collection: 'stuck_items', versionKey: false })
export class StuckItem {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  job!: string;

  @Prop({ type: String, required: true })
  item!: string;

  @Prop({ type: Number, required: true })
  failures!: number;

  @Prop({ type: String, required: true })
  lastError!: string;

  /** When it failed first. */
  @Prop({ type: Date, required: true })
  since!: Date;

  /** When it failed last. */
  @Prop({ type: Date, required: true })
  failedAt!: Date;

  /** Not tried again before. */
  @Prop({ type: Date, required: true })
  retryAt!: Date;
}

export const StuckItemSchema = SchemaFactory.createForClass(StuckItem)
  .index({ job: 1, failedAt: -1 })
  // The admins' list; what no job meets any more goes by itself.
  .index({ failedAt: 1 }, { expireAfterSeconds: MONTH_S });
