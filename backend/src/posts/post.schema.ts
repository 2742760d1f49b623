import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

import type { CommentPreview } from './comment-preview.js';

/** How many likers and comments a list shows of a post at the most. */
export const PREVIEW_SIZE = 20;
/** How many likers a post keeps: some more, so that a like taken back leaves enough. */
export const LIKERS_KEPT = 24;

/**
 * A post. Likes and comments are collections of their own; the post keeps
 * their exact counts and capped previews, so that a feed page costs the same
 * whatever its posts have gathered (docs/decisions/0003).
 */
@Schema({ collection: 'posts', versionKey: false })
export class Post {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  authorId!: Types.ObjectId;

  @Prop({ type: String, default: '' })
  text!: string;

  /** A stored file, its size in pixels, and what it shows. */
  @Prop({ type: String })
  image?: string;

  @Prop({ type: Object })
  imageSize?: { width: number; height: number };

  @Prop({ type: String })
  alt?: string;

  /** A stored file, and its length in seconds where it tells. */
  @Prop({ type: String })
  video?: string;

  @Prop({ type: Number })
  videoDuration?: number;

  /** There once the text was changed after it was sent. */
  @Prop({ type: Boolean })
  edited?: boolean;

  @Prop({ type: Number, required: true })
  likesCount!: number;

  @Prop({ type: Number, required: true })
  commentsCount!: number;

  /** The newest likers, newest first: all, or 20 to 24 of them. */
  @Prop({ type: [Types.ObjectId], required: true })
  newestLikers!: Types.ObjectId[];

  /** The first comments in order, at most 20, long ones cut. */
  @Prop({ type: [Object], required: true })
  firstComments!: CommentPreview[];

  /** Grows by one on every change of what the post shows. */
  @Prop({ type: Number, required: true })
  version!: number;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const PostSchema = SchemaFactory.createForClass(Post)
  // The feed, newest first, page by page.
  .index({ createdAt: -1, _id: -1 })
  // One fan's posts, newest first, page by page.
  .index({ authorId: 1, createdAt: -1, _id: -1 })
  // The admins' lists of posts with a picture and with a video, in the feed's order.
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withImage', partialFilterExpression: { image: { $exists: true } } },
  )
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withVideo', partialFilterExpression: { video: { $exists: true } } },
  )
  // Which stored files are in use, for the sweep.
  .index({ image: 1 }, { sparse: true })
  .index({ video: 1 }, { sparse: true });
