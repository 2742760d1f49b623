import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How far the seeding of the demo cast has come; one row. */
@Schema({ collection: 'milestones', versionKey: false })
export class DemoMark {
  @Prop({ type: String })
  _id!: 'demo';

  @Prop({ type: Boolean })
  isDone!: boolean;
}

export const DemoMarkSchema = SchemaFactory.createForClass(DemoMark);
