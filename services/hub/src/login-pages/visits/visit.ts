import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from '../../login/browser/browser.ts';
import type { LoginRequest } from '../../login/requests/login-requests.ts';

/** One request for a page of a login. */
export interface Visit {
  req: IncomingMessage;
  res: ServerResponse;
  request: LoginRequest;
  browser: Browser;
  url: URL;
  /** `/login/{uid}`. */
  path: string;
}
