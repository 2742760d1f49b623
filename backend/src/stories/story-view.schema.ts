import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** That a fan has seen a story. */
@Schema({ collection: 'story_views', versionKey: false })
export class StoryView {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  storyId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  viewerId!: Types.ObjectId;

  @Prop({ type: Date })
  at!: Date;

  /** When the story is over, and this with it. */
  @Prop({ type: Date })
  expiresAt!: Date;
}

export const StoryViewSchema = SchemaFactory.createForClass(StoryView)
  // Once only; and which of these stories a fan has seen, answered by the index alone.
  .index({ viewerId: 1, storyId: 1 }, { unique: true })
  // Who has seen a story, newest first, page by page.
  .index({ storyId: 1, at: -1, _id: -1 })
  // Views recorded during the deletion of their story.
  .index({ expiresAt: 1 });
