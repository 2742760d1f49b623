/** Who a page is for. `anyone` needs no session; the others lead to their login without one. */
export type PageAudience = 'anyone' | 'fan' | 'admin';

/** An address that the browser may fetch beside a page's scripts; one of several by a cookie's value. */
export type Preload =
  | string
  | { cookie: string; values: Readonly<Record<string, string>>; otherwise: string };

/** A page as its remote, or the shell, declares it. */
export interface PageDeclaration {
  /** Address patterns: the first is canonical, the others reach the same page. `:name` is a parameter. */
  paths: readonly [string, ...string[]];
  audience: PageAudience;
  /** The tab's title until the page sets a longer one. */
  title: string;
  /** The only values a parameter may take; without this any text that is not empty will do. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** GET addresses under `/api/`. */
  preload?: readonly Preload[];
}

/** The pages of one part of the product: a remote, or the shell. */
export interface PageOwner {
  name: string;
  pages: Readonly<Record<string, PageDeclaration>>;
}

/** The values of a page's parameters, such as a token or a league. */
export type PageParams = Readonly<Partial<Record<string, string>>>;

export interface PageRow extends PageDeclaration {
  /** The remote that has the page, or `shell`. */
  remote: string;
  name: string;
}

export interface PageMatch extends PageRow {
  params: PageParams;
  /** The address as this page spells it: letter case and stray slashes put right. */
  address: string;
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Puts parameters into an address pattern. */
export function fillPath(pattern: string, params: PageParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Admin addresses compare without letter case (API.md §12). */
function ignoresCase({ audience, paths: [canonical] }: PageDeclaration): boolean {
  return audience === 'admin' || canonical.startsWith('/admin');
}

/** The parameters of `segments` if they follow `pattern`, else undefined. */
function matchPattern(page: PageDeclaration, pattern: string[], segments: string[]) {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      const name = part.slice(1);
      if (page.values?.[name]?.includes(segment) === false) return undefined;
      params[name] = segment;
    } else if (
      ignoresCase(page) ? part.toLowerCase() !== segment.toLowerCase() : part !== segment
    ) {
      return undefined;
    }
  }
  return params;
}

/**
 * Every page of the product, by the declarations of shell and remotes: the one table of addresses. The
 * router, the server's 404, the hints for the first load and the guards use it.
 */
export class PageTable {
  readonly rows: readonly PageRow[];

  constructor(owners: readonly PageOwner[]) {
    this.rows = owners.flatMap(({ name: remote, pages }) =>
      Object.entries(pages).map(([name, page]) => ({ ...page, remote, name })),
    );
  }

  /** The page that a path belongs to; undefined for an address that does not exist. */
  pageAt(path: string): PageMatch | undefined {
    let segments: string[];
    try {
      segments = splitPath(path).map(decodeURIComponent);
    } catch {
      // Not valid percent-encoding: no page is written like this.
      return undefined;
    }
    for (const row of this.rows) {
      for (const pattern of row.paths) {
        const params = matchPattern(row, splitPath(pattern), segments);
        if (params) return { ...row, params, address: fillPath(pattern, params) };
      }
    }
    return undefined;
  }
}
