import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The progress of an account removal, and when an instance may claim it next. */
@Schema({ collection: 'account_removals', versionKey: false })
export class AccountRemoval {
  /** The fan's id. */
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  /** When it was requested. */
  @Prop({ type: Date })
  at!: Date;

  /** `first` removes all data, `last` what requests in flight wrote meanwhile. */
  @Prop({ type: String })
  pass!: 'first' | 'last';

  /** Names of the completed steps of this pass. */
  @Prop({ type: [String] })
  done!: string[];

  /** When any instance may claim it; extended by the one that processes it. */
  @Prop({ type: Date })
  dueAt!: Date;
}

export const AccountRemovalSchema = SchemaFactory.createForClass(AccountRemoval)
  // The next due removal.
  .index({ dueAt: 1 });
