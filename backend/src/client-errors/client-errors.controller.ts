import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Post,
  UseGuards,
} from '@nestjs/common';
import { CLIENT_ERROR_MAX_BYTES, NewClientError } from '@kickoff/contracts';
import type { Request } from 'express';

import { ValidBody } from '../common/http/inputs.js';
import { Public } from '../common/auth/audience.js';
import { BodyLimit } from '../common/http/body.guard.js';
import { SameOrigin } from '../common/http/same-origin.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Status } from '../common/openapi/answers.js';
import { ClientErrorsService } from './client-errors.service.js';

/** Other sites must not be able to fill the admins' list through their visitors. */
@Injectable()
class FromOwnPages implements CanActivate {
  constructor(private readonly sameOrigin: SameOrigin) {}

  canActivate(context: ExecutionContext): boolean {
    this.sameOrigin.requireWhereNamed(context.switchToHttp().getRequest<Request>());
    return true;
  }
}

@Controller('api/client-errors')
export class ClientErrorsController {
  constructor(private readonly errors: ClientErrorsService) {}

  @Public()
  @Post()
  @Status(204)
  @Limited('clientErrors')
  @BodyLimit(CLIENT_ERROR_MAX_BYTES)
  @UseGuards(FromOwnPages)
  report(@ValidBody(NewClientError) error: NewClientError): Promise<void> {
    return this.errors.report(error);
  }
}
