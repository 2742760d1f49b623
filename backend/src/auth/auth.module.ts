import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { MongooseModule } from '@nestjs/mongoose';

import { KEYS } from '../common/config/config.module.js';
import type { Keys } from '../common/config/keys.js';
import { HttpModule } from '../common/http/http.module.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { FanAuthController } from './fan-auth.controller.js';
import { FanAuthService } from './fan-auth.service.js';
import { SessionCookie } from './session-cookie.js';
import { Session, SessionSchema } from './session.schema.js';
import { AdminStrategy, FanStrategy, SessionTokens } from './session.strategies.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [KEYS],
      useFactory: (keys: Keys) => ({
        // Each audience has its own key; the token's audience is checked against the same word.
        secretOrKeyProvider: (_type, _token, options) =>
          options?.audience === 'admin' ? keys.admin : keys.fan,
      }),
    }),
    MongooseModule.forFeature([{ name: Session.name, schema: SessionSchema }]),
    HttpModule,
    LimitsModule,
    UsersModule,
  ],
  controllers: [FanAuthController],
  providers: [
    FanAuthService,
    SessionsService,
    SessionsRepository,
    SessionCookie,
    SessionTokens,
    FanStrategy,
    AdminStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [SessionsService],
})
export class AuthModule {}
