import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** Who may call a route. `nobody` is an admin route without a decorator. */
export type Audience = 'public' | 'fan' | 'admin' | 'nobody';

/** Decorator of a route's audience; the handler's overrides the class's. */
export const RouteAudience = Reflector.createDecorator<'public' | 'admin' | undefined>();

/** Opens a route to everyone. */
export const Public = () => RouteAudience('public');
/** Restricts a route to active admins. */
export const AdminOnly = () => RouteAudience('admin');

/** The signed-in fan or admin of this request. */
export interface Caller {
  id: string;
  sessionId: string;
}
export type Fan = Caller & { audience: 'fan' };
export type Admin = Caller & { audience: 'admin' };

declare module 'express-serve-static-core' {
  interface Request {
    caller?: Fan | Admin;
  }
}

export const CurrentFan = createParamDecorator((_: unknown, context: ExecutionContext): Fan => {
  const { caller } = context.switchToHttp().getRequest<Request>();
  if (caller?.audience !== 'fan') throw new Error('The guard let a call without a fan pass');
  return caller;
});

export const CurrentAdmin = createParamDecorator((_: unknown, context: ExecutionContext): Admin => {
  const { caller } = context.switchToHttp().getRequest<Request>();
  if (caller?.audience !== 'admin') throw new Error('The guard let a call without an admin pass');
  return caller;
});
