import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { Reflector } from '@nestjs/core';

import { type Audience, RouteAudience } from '../auth/audience.js';

/** What carries marks: a controller's class or a handler. */
export type Marked = Parameters<Reflector['get']>[1];

/** The address of a route as its controller declares it. */
export function declaredPath(reflector: Reflector, controller: Marked, handler: Marked): string {
  const parts = [controller, handler].map((target) =>
    reflector.get<string>(PATH_METADATA, target).replaceAll(/^\/|\/$/g, ''),
  );
  return `/${parts.filter((part) => part !== '').join('/')}`;
}

/**
 * Who may call a route: by its mark, else fans. Under `/api/admin` a route
 * without a mark is closed to everyone, so that none is open by forgetting.
 */
export function declaredAudience(
  reflector: Reflector,
  controller: Marked,
  handler: Marked,
): Audience {
  const mark = reflector.getAllAndOverride(RouteAudience, [handler, controller]);
  if (mark !== undefined) return mark;
  const path = declaredPath(reflector, controller, handler);
  return /^\/api\/admin(\/|$)/i.test(path) ? 'nobody' : 'fan';
}
