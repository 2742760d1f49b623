import { Controller, Delete, Get, Put } from '@nestjs/common';
import { Viewpoint, ViewpointChange } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { PathParam, pathText, ValidBody } from '../../common/http/inputs.js';
import { Limited } from '../../common/limits/rate-limits.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { ViewpointsService } from './viewpoints.service.js';

@Controller('api/user/viewpoints')
export class ViewpointsController {
  constructor(private readonly viewpoints: ViewpointsService) {}

  @Get()
  @Answers([Viewpoint])
  list(@CurrentFan() fan: Fan): Promise<Viewpoint[]> {
    return this.viewpoints.list(fan.id);
  }

  @Get(':matchId')
  @Answers(Viewpoint)
  get(@CurrentFan() fan: Fan, @PathParam('matchId', pathText) matchId: string): Promise<Viewpoint> {
    return this.viewpoints.get(fan, matchId);
  }

  @Put(':matchId')
  @Limited('viewpoints')
  @Answers(Viewpoint)
  set(
    @CurrentFan() fan: Fan,
    @PathParam('matchId', pathText) matchId: string,
    @ValidBody(ViewpointChange) change: ViewpointChange,
  ): Promise<Viewpoint> {
    return this.viewpoints.set(fan, matchId, change);
  }

  @Delete(':matchId')
  @Limited('viewpoints')
  @Status(204)
  remove(@CurrentFan() fan: Fan, @PathParam('matchId', pathText) matchId: string): Promise<void> {
    return this.viewpoints.remove(fan, matchId);
  }
}
