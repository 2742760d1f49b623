import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';

import { collections } from '../common/mongo/collections.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { KEYS } from '../common/config/config.module.js';
import type { Keys } from '../common/config/keys.js';
import { HttpModule } from '../common/http/http.module.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { UsersModule } from '../users/users.module.js';
import { LiveModule } from '../live/live.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PushModule } from '../push/push.module.js';
import { AccessGuard } from './access.guard.js';
import { adminsCollection } from './admin-account.schema.js';
import { AdminAccountsRepository } from './admin-accounts.repository.js';
import { AdminAccountsService } from './admin-accounts.service.js';
import { AdminApprovalsService } from './admin-approvals.service.js';
import { AdminAuthController } from './admin-auth.controller.js';
import { AdminAuthService } from './admin-auth.service.js';
import { AdminSessionsController } from './admin-sessions.controller.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { CredentialsService } from './credentials.service.js';
import { DemoLoginsService } from './demo-logins.service.js';
import { EmailChangesController } from './email-changes.controller.js';
import { EmailChangesService } from './email-changes.service.js';
import { FanAuthController } from './fan-auth.controller.js';
import { FanAuthService } from './fan-auth.service.js';
import { FanPasswordsController } from './fan-passwords.controller.js';
import { FanSessionsController } from './fan-sessions.controller.js';
import { PasswordResetsService } from './password-resets.service.js';
import { PasswordsService } from './passwords.service.js';
import { PushSessionSource } from './push-session-source.js';
import { SessionCookie } from './session-cookie.js';
import { sessionsCollection } from './session.schema.js';
import { AdminStrategy, FanStrategy } from './session.strategies.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { SuspensionsService } from './suspensions.service.js';

@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [KEYS],
      useFactory: (keys: Keys) => ({
        // Each audience has its own key, and the token's `aud` claim is checked against the same
        // value.
        secretOrKeyProvider: (_type, _token, options) =>
          options?.audience === 'admin' ? keys.admin : keys.fan,
      }),
    }),
    collections(sessionsCollection, adminsCollection),
    AuditLogModule,
    HttpModule,
    LimitsModule,
    LiveModule,
    MailModule,
    PeopleModule,
    PushModule,
    UsersModule,
  ],
  controllers: [
    FanAuthController,
    FanPasswordsController,
    FanSessionsController,
    EmailChangesController,
    AdminAuthController,
    AdminSessionsController,
  ],
  providers: [
    FanAuthService,
    AdminAuthService,
    AdminAccountsService,
    AdminAccountsRepository,
    AdminApprovalsService,
    CredentialsService,
    DemoLoginsService,
    EmailChangesService,
    PasswordsService,
    PasswordResetsService,
    PushSessionSource,
    SessionsService,
    SessionsRepository,
    SuspensionsService,
    SessionCookie,
    TokenAuthenticator,
    FanStrategy,
    AdminStrategy,
    AccessGuard,
  ],
  exports: [
    AccessGuard,
    AdminAccountsService,
    AdminApprovalsService,
    FanAuthService,
    SessionCookie,
    SessionsService,
    SuspensionsService,
    TokenAuthenticator,
  ],
})
export class AuthModule {}
