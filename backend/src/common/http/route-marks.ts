import type { Reflector } from '@nestjs/core';

import { type Audience, RouteAudience } from '../auth/audience.js';

/** What carries marks: a controller's class or a handler. */
export type Marked = Parameters<Reflector['get']>[1];

/**
 * Who may call a route: by its mark, else fans. Under `/api/admin` a route
 * without a mark is closed to everyone, so that none is open by forgetting.
 *
 * @param path of the route, or of a request to it
 */
export function declaredAudience(
  reflector: Reflector,
  controller: Marked,
  handler: Marked,
  path: string,
): Audience {
  const mark = reflector.getAllAndOverride(RouteAudience, [handler, controller]);
  if (mark !== undefined) return mark;
  return /^\/api\/admin(\/|$)/i.test(path) ? 'nobody' : 'fan';
}
