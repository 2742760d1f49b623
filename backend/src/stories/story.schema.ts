import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { StoryMediaType } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** A story. It is over when its time is: whoever deletes it ends that time now, and the rest is swept. */
@Schema({ collection: 'stories', versionKey: false })
export class StoryDocument {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  authorId!: Types.ObjectId;

  /** Name of the file. */
  @Prop({ type: String })
  media!: string;

  @Prop({ type: String })
  mediaType!: StoryMediaType;

  /** What an image shows, for those who do not see it; empty where nobody said. */
  @Prop({ type: String })
  alt!: string;

  @Prop({ type: Date })
  createdAt!: Date;

  /** A day after `createdAt`, so that one order serves both. */
  @Prop({ type: Date })
  expiresAt!: Date;
}

export const StorySchema = SchemaFactory.createForClass(StoryDocument)
  // The newest of everyone, with whose they are; and from the other end those that are over.
  .index({ expiresAt: -1, _id: -1, authorId: 1 })
  // The living ones of some fans, newest first.
  .index({ authorId: 1, expiresAt: -1, _id: -1 })
  // Which files are in use.
  .index({ media: 1 });
