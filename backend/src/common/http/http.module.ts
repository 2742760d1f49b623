import { Module } from '@nestjs/common';

import { Cursors } from './cursors.js';
import { SameOrigin } from './same-origin.js';

/** What lists need beside their own data. */
@Module({ providers: [Cursors, SameOrigin], exports: [Cursors, SameOrigin] })
export class HttpModule {}
