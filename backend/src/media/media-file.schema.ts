import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The folders below /api/uploads/; posts' files lie in the first, which has no name. */
export const MEDIA_FOLDERS = ['', 'stories', 'profile_pictures'] as const;
export type MediaFolder = (typeof MEDIA_FOLDERS)[number];

/** One stored file with its smaller forms: whose it is, and how much room it takes. */
@Schema({ collection: 'media_files', versionKey: false })
export class MediaFile {
  /** 128 random bits and the extension of what it is. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  folder!: MediaFolder;

  @Prop({ type: Types.ObjectId })
  ownerId!: Types.ObjectId;

  /** With all its forms. */
  @Prop({ type: Number })
  bytes!: number;

  /** Until a record of its feature names it: since when, and which process is at it. */
  @Prop({ type: Object })
  pending?: { since: Date; by: string };
}

export const MediaFileSchema = SchemaFactory.createForClass(MediaFile)
  // All of a fan's, some at a time: for the export, and when the account goes.
  .index({ ownerId: 1, _id: 1 })
  // Those that nothing may name; the sweep looks at them alone.
  .index({ 'pending.since': 1 }, { sparse: true });
