import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The one moment from which the live demo calendar follows; written once and never again. */
@Schema({ collection: 'demo_calendar', versionKey: false })
export class DemoAnchor {
  @Prop({ type: String })
  _id!: 'live';

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const DemoAnchorSchema = SchemaFactory.createForClass(DemoAnchor);
