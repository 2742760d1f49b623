import { Controller, Delete, Get, Post, Res } from '@nestjs/common';
import {
  NewPushSubscription,
  PushSubscriptionCreated,
  PushSubscriptionRemoval,
  PushSubscriptionRow,
} from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

@Controller('api/user/push-subscriptions')
export class PushSubscriptionsController {
  constructor(private readonly subscriptions: PushSubscriptionsService) {}

  @Get()
  @Answers([PushSubscriptionRow])
  list(@CurrentFan() fan: Fan): Promise<PushSubscriptionRow[]> {
    return this.subscriptions.list(fan);
  }

  @Post()
  @Status(201, 200)
  @Answers(PushSubscriptionCreated)
  async add(
    @CurrentFan() fan: Fan,
    @ValidBody(NewPushSubscription) form: NewPushSubscription,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PushSubscriptionCreated> {
    const { _id, isNew } = await this.subscriptions.add(fan, form);
    response.status(isNew ? 201 : 200);
    return { _id };
  }

  @Delete()
  @Status(204)
  remove(
    @CurrentFan() fan: Fan,
    @ValidBody(PushSubscriptionRemoval) { endpoint }: PushSubscriptionRemoval,
  ): Promise<void> {
    return this.subscriptions.remove(fan, endpoint);
  }
}
