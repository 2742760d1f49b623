import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** Which instance may do a job, and until when. `_id` is the job. */
@Schema({ collection: 'leases', versionKey: false })
export class Lease {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  owner!: string | null;

  @Prop({ type: Date })
  until!: Date;

  /** Grows with each change of owner. */
  @Prop({ type: Number })
  fence!: number;
}

export const LeaseSchema = SchemaFactory.createForClass(Lease);
