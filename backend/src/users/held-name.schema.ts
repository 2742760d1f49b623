import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A name that a fan gave up: for a while nobody else can take it and pass for them. */
@Schema({ collection: 'held_names', versionKey: false })
export class HeldName {
  /** The name's key, as `usernameKey` of a fan. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  skeleton!: string;

  /** Whose it was; they may have it back. Absent once they have left KickOff. */
  @Prop({ type: Types.ObjectId })
  fanId?: Types.ObjectId;

  @Prop({ type: Date })
  until!: Date;
}

export const HeldNameSchema = SchemaFactory.createForClass(HeldName)
  // Names that look like a held one are held with it.
  .index({ skeleton: 1 })
  // All of one fan's, when the account goes.
  .index({ fanId: 1 }, { sparse: true })
  // Taken away by the database itself when the time is over.
  .index({ until: 1 }, { expireAfterSeconds: 0 });
