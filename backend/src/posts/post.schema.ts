import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

import type { CommentPreview } from './comments/comment-preview.js';

/** The most likers, and the most comments, that a list shows of a post. */
export const PREVIEW_SIZE = 20;
/** Likers stored in a post: a few more than shown, so that an unlike leaves enough. */
export const STORED_LIKERS = 24;

/**
 * A post. Likes and comments are separate collections; the post stores their exact counts and
 * capped previews, so a feed page costs the same for any number of them (docs/decisions/0003).
 */
@Schema({ collection: 'posts', versionKey: false })
export class PostDocument {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  authorId!: Types.ObjectId;

  @Prop({ type: String })
  text!: string;

  /** A stored file, its size in pixels, and its alt text. */
  @Prop({ type: String })
  image?: string;

  @Prop({ type: Object })
  imageSize?: { width: number; height: number };

  @Prop({ type: String })
  alt?: string;

  /** A stored file, and its length in seconds where the file states it. */
  @Prop({ type: String })
  video?: string;

  @Prop({ type: Number })
  videoDuration?: number;

  /** Set once the text was edited. */
  @Prop({ type: Boolean })
  edited?: boolean;

  @Prop({ type: Number })
  likesCount!: number;

  @Prop({ type: Number })
  commentsCount!: number;

  /** The newest likers, newest first: all, or 20 to 24 of them. */
  @Prop({ type: [Types.ObjectId] })
  newestLikers!: Types.ObjectId[];

  /** The first comments in order, at most 20, long ones cut. */
  @Prop({ type: [Object] })
  firstComments!: CommentPreview[];

  /** Incremented on every visible change. */
  @Prop({ type: Number })
  version!: number;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const PostSchema = SchemaFactory.createForClass(PostDocument)
  // The feed, newest first, page by page.
  .index({ createdAt: -1, _id: -1 })
  // One fan's posts, newest first, page by page.
  .index({ authorId: 1, createdAt: -1, _id: -1 })
  // The admins' lists of posts with a picture or with a video, in the feed's order.
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withImage', partialFilterExpression: { image: { $exists: true } } },
  )
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withVideo', partialFilterExpression: { video: { $exists: true } } },
  )
  // Which stored files are in use, for the cleanup job.
  .index({ image: 1 }, { sparse: true })
  .index({ video: 1 }, { sparse: true });
