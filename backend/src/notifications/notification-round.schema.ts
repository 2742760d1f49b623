import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

import type { Telling } from './telling.js';

/** To whom a round goes. */
export type RoundAudience =
  | { followersOf: string }
  /** Fans whose favorite team is one of these, in whatever words they name it. */
  | { teams: string[] };

const DAY_SECONDS = 24 * 60 * 60;

/** Something to be told to however many fans, in batches behind whatever caused it. */
@Schema({ collection: 'notification_rounds', versionKey: false })
export class NotificationRound {
  /** Names what is told, so that it is begun once although several instances notice it. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Object, required: true })
  audience!: RoundAudience;

  @Prop({ type: Object, required: true })
  telling!: Telling;

  @Prop({ type: Date, required: true })
  at!: Date;

  /** From when on an instance may take it; absent once everyone has been told. */
  @Prop({ type: Date })
  dueAt?: Date;
}

export const NotificationRoundSchema = SchemaFactory.createForClass(NotificationRound)
  // What is due next.
  .index({ dueAt: 1 }, { sparse: true })
  // Kept for a day after it began, so that nobody begins it again.
  .index({ at: 1 }, { expireAfterSeconds: DAY_SECONDS });
