// Fans and admins of a running server, for the benches.
import { send } from './http.mjs';

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const PASSWORD = 'ninetyplus4';

/** @typedef {{ id: string, token: string }} Caller */

/** Registers a fan and logs in. @param {number} port @param {string} username */
export const aFan = (port, username) =>
  register(port, '/api/auth', { username, phone: '+44 20 7946 0181' });

/** Registers the first admin of an empty database and logs in. @param {number} port */
export const anAdmin = (port) => register(port, '/api/admin', { username: 'Bench Boss' });

/**
 * @param {number} port @param {string} path @param {{ username: string, phone?: string }} identity
 * @returns {Promise<Caller>}
 */
async function register(port, path, identity) {
  const form = {
    ...identity,
    email: `${identity.username.toLowerCase().replaceAll(' ', '.')}@fans.example`,
    password: PASSWORD,
    confirm_password: PASSWORD,
    terms: true,
  };
  /** @param {string} step @param {object} input */
  const post = async (step, input) => {
    const call = { method: 'POST', path: `${path}/${step}`, headers: JSON_HEADERS };
    const { status, body } = await send(port, { ...call, body: JSON.stringify(input) });
    if (status >= 300) throw new Error(`${call.path}: ${status} ${body}`);
    return JSON.parse(body);
  };
  await post('register', form);
  const { token, user } = await post('login', { email: form.email, password: form.password });
  return { id: user._id, token };
}
