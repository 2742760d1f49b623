import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import { DocsController } from '../openapi/docs.controller.js';
import { AllowedMethods } from './allowed-methods.js';
import { Closing } from './closing.js';
import { Cursors } from './cursors.js';
import { RouteTable } from './route-table.js';
import { SameOrigin } from './same-origin.js';

/** What every feature's calls need beside their own data. */
@Module({
  imports: [DiscoveryModule],
  controllers: [DocsController],
  providers: [AllowedMethods, Closing, Cursors, RouteTable, SameOrigin],
  exports: [AllowedMethods, Closing, Cursors, RouteTable, SameOrigin],
})
export class HttpModule {}
