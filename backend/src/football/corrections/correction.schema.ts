import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';

/** How long a correction is remembered. */
const RETENTION_SECONDS = 30 * 86_400;

/** A correction by the provider: a disallowed goal, or another score of a finished match. */
@Schema({ collection: 'football_corrections', versionKey: false })
export class Correction {
  @Prop({ type: String })
  league!: League;

  @Prop({ type: String })
  matchId!: string;

  @Prop({ type: Date })
  at!: Date;
}

export const CorrectionSchema = SchemaFactory.createForClass(Correction)
  // The number of a league's corrections since a moment.
  .index({ league: 1, at: 1 })
  // Old ones are taken away by the database itself.
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
