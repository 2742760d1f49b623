import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

import { Post } from './post.schema.js';

/** How a post was taken away. */
export interface Removal {
  at: Date;
  by: { _id: string; username: string };
  reason?: string;
  /** There once its files are out of sight. */
  withheld?: true;
  /** Since when it is on its way back; its files may be in sight again. */
  returningAt?: Date;
}

/** A post that an admin took away and may bring back: whole, with the id and counts that it had. */
@Schema({ collection: 'removed_posts', versionKey: false })
export class RemovedPost extends Post {
  @Prop({ type: Object, required: true })
  removal!: Removal;
}

export const RemovedPostSchema = SchemaFactory.createForClass(RemovedPost)
  // The admins' list, in the order of the posts themselves.
  .index({ createdAt: -1, _id: -1 })
  // Those whose time to come back is over.
  .index({ 'removal.at': 1 })
  // Those whose files may still be in sight.
  .index({ 'removal.withheld': 1 })
  .index({ 'removal.returningAt': 1 }, { sparse: true })
  // One fan's, when that fan leaves.
  .index({ authorId: 1 })
  // Which stored files are in use, for the sweep.
  .index({ image: 1 }, { sparse: true })
  .index({ video: 1 }, { sparse: true });
