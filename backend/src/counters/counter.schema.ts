import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What is counted for the dashboard; `active` are distinct fans seen on a day. */
export type Counted = 'users' | 'posts' | 'active' | Activity;

/** What comes so often that its counts are gathered for a moment. */
export type Activity = 'likes' | 'comments';

/**
 * How many of a kind there are from one year, by the day on which they were
 * made. One row a year, so that a change is one atomic update and a total
 * reads as many rows as there are years.
 */
@Schema({ collection: 'counters', versionKey: false })
export class Counter {
  /** Kind and year, such as `posts:2026`. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  kind!: Counted;

  @Prop({ type: Number, required: true })
  year!: number;

  /** By month and day in UTC, such as `03-31`; a day without any may be absent. */
  @Prop({ type: Object, required: true })
  days!: Record<string, number>;

  /** Grows with every change, so that a recount never overwrites a newer count. */
  @Prop({ type: Number, required: true })
  changes!: number;
}

export const CounterSchema = SchemaFactory.createForClass(Counter)
  // The total of one kind.
  .index({ kind: 1 });

/** The same rows of what is gathered first; apart, because they are written by the clock. */
export const ACTIVITY_COUNTERS = 'activity_counters';
