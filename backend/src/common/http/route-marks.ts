import type { Reflector } from '@nestjs/core';

import { type Audience, RouteAudience } from '../auth/audience.js';

/** A controller class or handler, which can have decorators. */
export type Marked = Parameters<Reflector['get']>[1];

/**
 * Returns who may call a route: by its decorator, else fans. Under `/api/admin` a route without a
 * decorator is closed to everyone, so that none is open by omission.
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
