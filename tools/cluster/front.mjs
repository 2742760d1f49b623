import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { say } from '../start/long-step.mjs';
import { findGoProgram } from './find-go-program.mjs';
import { Part } from './part.mjs';
import { startProgram, untilAnswering } from './program.mjs';

/** Apache-2.0. */
const MODULE = 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9';
const STAND_IN = fileURLToPath(new URL('front-stand-in.mjs', import.meta.url));
const STOP_LIMIT_MS = 5_000;

/** What the front itself answers where no server does, in the form of the API's errors. */
const UNAVAILABLE = 'KickOff is not available at the moment. Please try again.';

/** @returns {Promise<string | undefined>} the path of Caddy */
export async function findFront() {
  const path = await findGoProgram({ module: MODULE, probe: ['version'] });
  if (path === undefined) say('The front is a stand-in: the package httpxy, in Node.');
  return path;
}

/**
 * @param {string | undefined} path of Caddy
 * @param {{ port: number, servers: number[], folder: string, onChange: () => Promise<void> }} options
 * @returns {Promise<Part>}
 */
export async function createFront(path, { port, servers, folder, onChange }) {
  const config = join(folder, 'Caddyfile');
  await writeFile(config, caddyfile(port, servers));
  /** @type {[string, ...string[]]} */
  const command =
    path === undefined
      ? [process.execPath, STAND_IN, String(port), ...servers.map(String)]
      : [path, 'run', '--config', config, '--adapter', 'caddyfile'];
  const launch = async () => {
    const program = startProgram({
      command,
      logFile: join(folder, 'front.log'),
      stopLimitMs: STOP_LIMIT_MS,
      // Its own files would be in the user's folders.
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    /** @param {AbortSignal} signal */
    const ready = (signal) =>
      untilAnswering(
        `http://127.0.0.1:${port}/api/health/live`,
        (status) => status === 200,
        signal,
      );
    return { ...program, ready };
  };
  return new Part('front', launch, onChange);
}

/**
 * A request that reached no server is tried at the next one, a read also when its server ended before it answered. A
 * write that was sent may be done: the client gets a 503 and repeats it with its `Idempotency-Key`. Headers of
 * forwarding are removed, because everybody who reaches this front is on this machine: demo logins work.
 *
 * @param {number} port
 * @param {number[]} servers their ports
 */
function caddyfile(port, servers) {
  return `{
	admin off
	auto_https off
	persist_config off
	log {
		output stderr
		level WARN
	}
}
http://:${port} {
	bind 127.0.0.1
	reverse_proxy ${servers.map((at) => `127.0.0.1:${at}`).join(' ')} {
		lb_policy round_robin
		lb_try_duration 4s
		lb_try_interval 100ms
		fail_duration 1s
		health_uri /api/health/live
		health_interval 1s
		health_timeout 2s
		flush_interval -1
		header_up -X-Forwarded-For
		header_up -X-Forwarded-Host
		header_up -X-Forwarded-Proto
		header_up -Via
	}
	handle_errors {
		header Content-Type application/json
		header Cache-Control no-store
		header Retry-After 1
		respond \`{"error":"${UNAVAILABLE}","code":"unavailable","requestId":"{http.request.uuid}"}\` 503
	}
}
`;
}
