import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How often something was done in the window that ends at `resetAt` (docs/decisions/0004). */
@Schema({ collection: 'limit_counters', versionKey: false })
export class LimitCounter {
  /** The limit's name and a hash of whom it counts. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Number })
  count!: number;

  @Prop({ type: Date })
  resetAt!: Date;
}

export const LimitCounterSchema = SchemaFactory.createForClass(LimitCounter)
  // Old windows are taken away by the database itself.
  .index({ resetAt: 1 }, { expireAfterSeconds: 0 });
