import { Module } from '@nestjs/common';

import { AllowedMethods } from './allowed-methods.js';
import { Closing } from './closing.js';
import { Cursors } from './cursors.js';
import { SameOrigin } from './same-origin.js';

/** What every feature's calls need beside their own data. */
@Module({
  providers: [AllowedMethods, Closing, Cursors, SameOrigin],
  exports: [AllowedMethods, Closing, Cursors, SameOrigin],
})
export class HttpModule {}
