import { Controller, Get, Header } from '@nestjs/common';

import { Public } from '../auth/audience.js';
import { RouteTable } from '../http/route-table.js';
import { Produces } from './answers.js';
import { type ApiDescription, describeApi } from './describe-api.js';
import { DOCS_PAGE_POLICY, docsPage } from './docs-page.js';

const HTML = 'text/html; charset=utf-8';

/** The API description, generated from routes and contracts on the first request. */
@Public()
@Controller('api')
export class DocsController {
  private description?: ApiDescription;

  constructor(private readonly table: RouteTable) {}

  @Get('docs-json')
  @Produces('application/json')
  asJson(): ApiDescription {
    this.description ??= describeApi(this.table.routes());
    return this.description;
  }

  @Get('docs')
  @Produces(HTML)
  @Header('Content-Type', HTML)
  @Header('Content-Security-Policy', DOCS_PAGE_POLICY)
  asPage(): string {
    return docsPage(this.asJson());
  }
}
