import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';

/** A league that an admin wants fetched at once. */
@Schema({ collection: 'football_refreshes', versionKey: false })
export class RefreshRequest {
  @Prop({ type: String })
  _id!: League;

  @Prop({ type: Date })
  at!: Date;
}

export const RefreshRequestSchema = SchemaFactory.createForClass(RefreshRequest);
