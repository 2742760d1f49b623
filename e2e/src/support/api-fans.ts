import { setTimeout } from 'node:timers/promises';

import { FanLoggedIn, Post } from '@kickoff/contracts';
import { expect, test } from '@playwright/test';

import { aNewcomer } from './fans.js';

const SECOND_MS = 1000;

/**
 * Sends JSON or a form; sends it again as long as a busy server refuses it. Without a cookie jar, because a login ends
 * the session of the cookie.
 */
async function post(path: string, content: object | FormData, token = ''): Promise<Response> {
  const isForm = content instanceof FormData;
  const answer = await fetch(new URL(path, test.info().project.use.baseURL), {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? content : JSON.stringify(content),
  });
  if (answer.status !== 503) return answer;
  await setTimeout(Number(answer.headers.get('Retry-After')) * SECOND_MS);
  return post(path, content, token);
}

/** A fan with a session but no browser. */
export class ApiFan {
  private constructor(
    readonly username: string,
    private readonly token: string,
  ) {}

  /** Registers a new fan and logs in. */
  static async register(): Promise<ApiFan> {
    const fan = aNewcomer();
    const registered = await post('/api/auth/register', fan);
    expect(registered.status).toBe(201);
    const { email, password } = fan;
    const login = await post('/api/auth/login', { email, password });
    return new ApiFan(fan.username, FanLoggedIn.parse(await login.json()).token);
  }

  post(path: string, content: object | FormData): Promise<Response> {
    return post(path, content, this.token);
  }

  /** Publishes a post and returns its id. */
  async publish(text: string): Promise<string> {
    const form = new FormData();
    form.set('text', text);
    const answer = await this.post('/api/pt/posts', form);
    expect(answer.status).toBe(201);
    return Post.parse(await answer.json())._id;
  }
}
