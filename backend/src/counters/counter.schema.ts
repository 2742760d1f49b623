import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What is counted for the dashboard. */
export type Counted = 'users' | 'posts';

/**
 * How many of a kind there are from one year, by the month in which they were
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

  /** By month 1 to 12 in UTC; a month without any may be absent. */
  @Prop({ type: Object, required: true })
  months!: Record<string, number>;

  /** Grows with every change, so that a recount never overwrites a newer count. */
  @Prop({ type: Number, required: true })
  changes!: number;
}

export const CounterSchema = SchemaFactory.createForClass(Counter)
  // The total of one kind.
  .index({ kind: 1 });
