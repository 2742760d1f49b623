import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The anchor from which the live demo calendar is computed; written once. */
@Schema({ collection: 'demo_calendar', versionKey: false })
export class DemoAnchor {
  @Prop({ type: String })
  _id!: 'live';

  @Prop({ type: Date })
  at!: Date;
}

export const DemoAnchorSchema = SchemaFactory.createForClass(DemoAnchor);
