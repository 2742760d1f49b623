import { FanLoggedIn, Post } from '@kickoff/contracts';
import { expect, test } from '@playwright/test';

import { aNewcomer } from './fans.js';

/** Sends JSON or a form. Without a cookie jar, because a login ends the session of the cookie. */
function post(path: string, content: object | FormData, token = ''): Promise<Response> {
  const isForm = content instanceof FormData;
  return fetch(new URL(path, test.info().project.use.baseURL), {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? content : JSON.stringify(content),
  });
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
