import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';

/** How long a correction is remembered. */
const KEPT_SECONDS = 30 * 86_400;

/** That a provider took back what it had told: a goal, or the score of a match that was over. */
@Schema({ collection: 'football_corrections', versionKey: false })
export class Correction {
  @Prop({ type: String, required: true })
  league!: League;

  @Prop({ type: String, required: true })
  matchId!: string;

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const CorrectionSchema = SchemaFactory.createForClass(Correction)
  // The number of a league's corrections since a moment.
  .index({ league: 1, at: 1 })
  // Old ones are taken away by the database itself.
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
