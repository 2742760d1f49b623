import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface S3Account {
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** The fault instead of a regular response; a copy may fail in the body of a 200 response. */
export type S3Mood = 'hang' | 'stall' | 'cut' | { status: number; code: string };

interface StoredObject {
  bytes: Buffer;
  type: string;
}

interface Call {
  method: string;
  /** The path after the bucket's name; empty for a call about the bucket itself. */
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const PIECE_BYTES = 64 * 1024;

const SLOW_DOWN: S3Mood = { status: 503, code: 'SlowDown' };

/**
 * An S3-compatible store with one bucket on loopback: it verifies each signature, and fails on
 * request.
 */
export class S3Double {
  readonly objects = new Map<string, StoredObject>();
  /** Method and address of each call, in order. */
  readonly calls: string[] = [];
  /** Returns the fault of a call, if any. */
  mood: (method: string, key: string) => S3Mood | undefined = () => undefined;
  /** Page size of lists. */
  pageSize = 1_000;
  /** Whether it supports ranges. */
  knowsRanges = true;
  /** Reads that their caller broke off. */
  brokenOff = 0;
  private server = this.makeServer();

  /** @param port any free one if it is 0 */
  constructor(
    readonly account: S3Account,
    private port = 0,
  ) {}

  /** Starts, after a stop at the same address; returns it. */
  async start(): Promise<string> {
    this.server = this.makeServer();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The double has no port.');
    this.port = address.port;
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Responds that it is too busy to the next `calls` calls. */
  slowDown(calls: number): void {
    let left = calls;
    this.mood = () => (left-- > 0 ? SLOW_DOWN : undefined);
  }

  private makeServer() {
    return createServer((request, response) => {
      // A client that aborts a call gets no response.
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://store');
    const [, bucket, ...path] = url.pathname.split('/').map(decodeURIComponent);
    const key = path.join('/');
    this.calls.push(`${method} ${request.url}`);
    const mood = this.mood(method, key);
    if (mood === 'hang') return;
    if (mood === 'cut' || mood === 'stall') {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('half', () => mood === 'cut' && response.destroy());
      return;
    }

    const body = await buffer(request);
    const call = { method, key, query: url.searchParams, headers, body };
    if (mood) refuse(response, mood.status, mood.code);
    else if (headers['authorization'] === undefined) refuse(response, 403, 'AccessDenied');
    else if (!this.isSigned(request, url)) refuse(response, 403, 'SignatureDoesNotMatch');
    else if (bucket !== this.account.bucket) refuse(response, 404, 'NoSuchBucket');
    else if (key === '') this.list(response, call);
    else this.serve(response, call);
  }

  private serve(response: ServerResponse, call: Call): void {
    const { method, key, headers } = call;
    const found = this.objects.get(key);
    if (method === 'PUT') this.put(response, call);
    else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (found) this.send(response, found, method, headers['range']);
    else refuse(response, 404, 'NoSuchKey');
  }

  private put(response: ServerResponse, { key, headers, body }: Call): void {
    const source = headers['x-amz-copy-source'];
    if (source !== undefined) {
      const path = decodeURIComponent(String(source)).replace(`/${this.account.bucket}/`, '');
      const copied = this.objects.get(path);
      if (copied) this.objects.set(key, copied);
      if (copied) sendXml(response, 200, '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
      else refuse(response, 404, 'NoSuchKey');
    } else if (headers['content-length'] === undefined) {
      refuse(response, 411, 'MissingContentLength');
    } else {
      this.objects.set(key, { bytes: body, type: headers['content-type'] ?? '' });
      response.writeHead(200).end();
    }
  }

  private send(
    response: ServerResponse,
    { bytes, type }: StoredObject,
    method: string,
    range?: string,
  ): void {
    const [, from = '', to = ''] =
      (this.knowsRanges && /^bytes=(\d+)-(\d+)$/.exec(range ?? '')) || [];
    const part = from === '' ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === '' ? 200 : 206, {
      'Content-Type': type,
      'Content-Length': String(part.length),
      ...(from === '' ? {} : { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }),
    });
    if (method === 'HEAD') response.end();
    else {
      pipeline(Readable.from(piecesOf(part)), response, (error) => {
        if (error) this.brokenOff += 1;
      });
    }
  }

  private list(response: ServerResponse, { query }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const size = Math.min(Number(query.get('max-keys') ?? this.pageSize), this.pageSize);
    // An opaque token with characters that need escaping; it must come back unchanged.
    const after = (query.get('continuation-token') ?? '').replace(/^after <(.*)> & "on"$/, '$1');
    const names = new Set<string>();
    for (const key of [...this.objects.keys()].sort()) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      names.add(end === -1 ? key : key.slice(0, end + 1));
    }
    const left = [...names].filter((name) => name > after);
    const page = left.slice(0, size);
    const token = left.length > size ? escaped(`after <${page.at(-1)}> & "on"`) : undefined;
    sendXml(
      response,
      200,
      '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
        `<Name>${this.account.bucket}</Name><Prefix>${escaped(prefix)}</Prefix>` +
        `<IsTruncated>${token !== undefined}</IsTruncated>` +
        page
          .map((name) =>
            name.endsWith('/')
              ? `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`
              : `<Contents><Key>${escaped(name)}</Key><Size>1</Size></Contents>`,
          )
          .join('') +
        (token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`) +
        '</ListBucketResult>',
    );
  }

  /** Verifies Amazon's signature version 4 by recomputing it from the call and the secret. */
  private isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
    const [, accessKey, date = '', region = '', service = '', signedHeaders = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)[/](\d{8})[/]([^/]+)[/](s3)[/]aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
        headers['authorization'] ?? '',
      ) ?? [];
    const at = String(headers['x-amz-date']);
    const names = signedHeaders.split(';');
    const amazons = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
    const areAllSigned = ['host', ...amazons].every((name) => names.includes(name));
    if (accessKey !== this.account.accessKey || !at.startsWith(date) || !areAllSigned) return false;

    const canonical = [
      method,
      url.pathname,
      [...url.searchParams]
        .map((pair) => pair.map(encoded).join('='))
        .sort()
        .join('&'),
      ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      signedHeaders,
      String(headers['x-amz-content-sha256']),
    ].join('\n');
    const toSign = [
      'AWS4-HMAC-SHA256',
      at,
      `${date}/${region}/${service}/aws4_request`,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n');
    let key = Buffer.from(`AWS4${this.account.secretKey}`);
    for (const part of [date, region, service, 'aws4_request', toSign]) {
      key = createHmac('sha256', key).update(part).digest();
    }
    return timingSafeEqual(key, Buffer.from(signature, 'hex'));
  }
}

/** In chunks, as a store sends them. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>No</Message></Error>`);
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
