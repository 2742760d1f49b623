import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** How a fan keeps another away: both see nothing, I see nothing, or only no suggestion any more. */
export type MarkKind = 'block' | 'mute' | 'dismissal';

/** A fan keeps another one away. One collection for all kinds, so that one query tells them all. */
@Schema({ collection: 'fan_marks', versionKey: false })
export class FanMark {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  fanId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  otherId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  kind!: MarkKind;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const FanMarkSchema = SchemaFactory.createForClass(FanMark)
  // Once for each kind; all that a fan keeps away, from the index alone.
  .index({ fanId: 1, kind: 1, otherId: 1 }, { unique: true })
  // Who blocks a fan, from the index alone; all marks on someone at a removal.
  .index({ otherId: 1, kind: 1, fanId: 1 })
  // Whom a fan blocks or mutes, newest first, page by page.
  .index({ fanId: 1, kind: 1, createdAt: -1, otherId: -1 });
