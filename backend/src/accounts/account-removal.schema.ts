import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** An account that is being taken away: how far that is, and who may go on with it when. */
@Schema({ collection: 'account_removals', versionKey: false })
export class AccountRemoval {
  /** The fan's. */
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  /** When the fan asked for it. */
  @Prop({ type: Date, required: true })
  at!: Date;

  /** The first takes away what is there; the last what was on its way meanwhile. */
  @Prop({ type: String, required: true })
  pass!: 'first' | 'last';

  /** Names of the steps of this pass that are done. */
  @Prop({ type: [String], required: true })
  done!: string[];

  /** From then on any instance may take it; whoever works on it moves this on. */
  @Prop({ type: Date, required: true })
  dueAt!: Date;
}

export const AccountRemovalSchema = SchemaFactory.createForClass(AccountRemoval)
  // What is due next.
  .index({ dueAt: 1 });
