import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface ILayer {
    match(path: string): boolean;
  }
}

/** One route of the router. */
export interface RouteEntry {
  path: string;
  methods: string[];
  matches: (path: string) => boolean;
}

/** Reads from the router's route table which methods a path accepts. */
@Injectable()
export class AllowedMethods {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Returns every route of the router. */
  routes(): RouteEntry[] {
    const express = this.host.httpAdapter.getInstance<Express>();
    return express.router.stack.flatMap((layer) => {
      const { route } = layer;
      if (!route) return [];
      return [
        {
          path: route.path,
          methods: [...new Set(route.stack.map(({ method }) => method.toUpperCase()))],
          matches: (path: string) => layer.match(path),
        },
      ];
    });
  }

  /** Returns the methods for `Allow`; none if no route has this path. */
  at(path: string): string[] {
    const methods = new Set(
      this.routes().flatMap((route) => (route.matches(path) ? route.methods : [])),
    );
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods, 'OPTIONS'].sort();
  }

  /** Answers OPTIONS for an existing path. There is no CORS: our own pages need none. */
  readonly answerOptions = (request: Request, response: Response, next: NextFunction): void => {
    const allowed = request.method === 'OPTIONS' ? this.at(request.path) : [];
    if (allowed.length === 0) next();
    else response.set('Allow', allowed.join(', ')).status(204).end();
  };
}
