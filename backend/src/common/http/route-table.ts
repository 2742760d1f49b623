import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, Reflector } from '@nestjs/core';

import type { Audience } from '../auth/audience.js';
import { type LimitName, RouteLimit } from '../limits/rate-limits.js';
import { declaredAudience, declaredPath, type Marked } from './route-marks.js';

/** One route as its controller declares it. */
export interface Route {
  method: string;
  path: string;
  audience: Audience;
  /** Its own limit beside the general one; `none` where it is free of both. */
  limit: LimitName | 'none' | undefined;
  controller: Marked;
  handler: Marked;
  handlerName: string;
}

/** Every route that a controller declares, with who may call it and how often. */
@Injectable()
export class RouteTable {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  routes(): Route[] {
    return this.discovery
      .getControllers()
      .flatMap(({ instance }) => (isObject(instance) ? this.routesOf(instance) : []));
  }

  private routesOf(controller: object): Route[] {
    return handlersOf(controller).flatMap(([handlerName, handler]) => {
      const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
      if (method === undefined) return [];
      const marks = [handler, controller.constructor];
      return [
        {
          method: RequestMethod[method],
          path: declaredPath(this.reflector, controller.constructor, handler),
          audience: declaredAudience(this.reflector, controller.constructor, handler),
          limit: this.reflector.getAllAndOverride(RouteLimit, marks),
          controller: controller.constructor,
          handler,
          handlerName,
        },
      ];
    });
  }
}

function handlersOf(controller: object) {
  const prototype: unknown = Object.getPrototypeOf(controller);
  if (!isObject(prototype)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(
    ([name, descriptor]) => {
      const value: unknown = descriptor.value;
      return typeof value === 'function' ? [[name, value] as const] : [];
    },
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
