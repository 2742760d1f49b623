import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface ILayer {
    match(path: string): boolean;
  }
}

/** One route as the router knows it. */
export interface RouteEntry {
  path: string;
  methods: string[];
  matches: (path: string) => boolean;
}

/** The real route table, asked which methods an address takes. */
@Injectable()
export class AllowedMethods {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Every route that the router knows. */
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

  /** The methods for `Allow`; none where no route has this address. */
  at(path: string): string[] {
    const methods = new Set(
      this.routes().flatMap((route) => (route.matches(path) ? route.methods : [])),
    );
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods, 'OPTIONS'].sort();
  }

  /** Answers OPTIONS for an address that exists. There is no CORS: our own pages never ask. */
  readonly answerOptions = (request: Request, response: Response, next: NextFunction): void => {
    const allowed = request.method === 'OPTIONS' ? this.at(request.path) : [];
    if (allowed.length === 0) next();
    else response.set('Allow', allowed.join(', ')).status(204).end();
  };
}
