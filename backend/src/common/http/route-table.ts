import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector, SerializedGraph } from '@nestjs/core';
import { z } from 'zod';

import type { Audience } from '../auth/audience.js';
import { type LimitName, RouteLimit } from '../limits/rate-limits.js';
import { declaredAudience, type Marked } from './route-marks.js';

/** One route as its controller declares it. */
export interface Route {
  method: string;
  path: string;
  audience: Audience;
  /** Its own rate limit beside the general one; `none` exempts it from both. */
  limit: LimitName | 'none' | undefined;
  controller: Marked;
  handler: Marked;
  handlerName: string;
}

/** A handler in Nest's graph of the application. */
const HttpEntrypoint = z.object({
  type: z.literal('http-endpoint'),
  methodName: z.string(),
  metadata: z.object({ path: z.string(), requestMethod: z.string() }),
});

/** All routes of the controllers, with audience and rate limit. */
@Injectable()
export class RouteTable {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly graph: SerializedGraph,
  ) {}

  routes(): Route[] {
    const { entrypoints } = this.graph.toJSON();
    return this.discovery
      .getControllers()
      .flatMap(({ id, instance }) =>
        isObject(instance)
          ? (entrypoints[id] ?? []).flatMap((entrypoint) => this.toRoutes(instance, entrypoint))
          : [],
      );
  }

  private toRoutes(instance: object, entrypoint: unknown): Route[] {
    const { success, data } = HttpEntrypoint.safeParse(entrypoint);
    if (!success) return [];
    const { path, requestMethod } = data.metadata;
    const controller = instance.constructor;
    const handler: unknown = Reflect.get(instance, data.methodName);
    if (typeof handler !== 'function') return [];
    return [
      {
        method: requestMethod,
        path,
        audience: declaredAudience(this.reflector, controller, handler, path),
        limit: this.reflector.getAllAndOverride(RouteLimit, [handler, controller]),
        controller,
        handler,
        handlerName: data.methodName,
      },
    ];
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
