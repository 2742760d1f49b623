import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A change of email that the owner of the old address can take back by a mailed link. */
@Schema({ collection: 'email_changes', versionKey: false })
export class EmailChange {
  /** The hash of the link's token. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Types.ObjectId })
  fanId!: Types.ObjectId;

  /** The address before the change. It is taken for others as long as the link lives. */
  @Prop({ type: String })
  email!: string;

  /** The position among the changes of this fan: a clock could give two the same time. */
  @Prop({ type: Number })
  number!: number;

  @Prop({ type: Date })
  changedAt!: Date;

  @Prop({ type: Date })
  expiresAt!: Date;
}

export const EmailChangeSchema = SchemaFactory.createForClass(EmailChange)
  // Whether an address is reserved.
  .index({ email: 1 })
  // All of one fan's, in order: for later ones, the export and the removal.
  .index({ fanId: 1, number: 1 })
  // Expired ones are removed by the database itself.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
