import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer } from '@platform/testkit/http';

/** A browser without scripts. Keeps cookies and submits the forms of pages. */
export interface TestBrowser {
  get(suffix?: string): Promise<HttpAnswer>;
  /** Opens a path of the hub, as a redirect of an identity provider does. Posts the form if there is one. */
  open(target: string, form?: Record<string, string>): Promise<HttpAnswer>;
  /** Submits the form of the last page with these fields, and reads the next page. */
  submit(action: string, fields?: Record<string, string>): Promise<HttpAnswer>;
  /** Posts exactly these fields. */
  post(fields: Record<string, string>): Promise<HttpAnswer>;
  page: HttpAnswer | undefined;
  cookies: Map<string, string>;
}

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the heading of a page. */
export const titleOf = ({ text }: HttpAnswer): string =>
  (/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '').replaceAll('&#39;', "'");

/** A request of a browser, with its cookies. */
type BrowserCall = (target: string, form?: Record<string, string>) => Promise<HttpAnswer>;

const browserCall =
  (port: () => number, cookies: Map<string, string>): BrowserCall =>
  async (target, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendRaw(port(), target, { host: 'localhost', form, headers: { cookie } });
    for (const one of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };

/** Returns the fields of the form with this button. */
function formFields(html: string, action: string): Record<string, string> {
  const isThere = new RegExp(`name="action" value="${escape(action)}"`).test(html);
  if (!isThere) throw new Error(`no form ${action} on ${html.slice(0, 2_000)}`);
  return { csrf: hidden(html, 'csrf'), version: hidden(html, 'version'), action };
}

/** Creates a browser for the pages of one login. */
export function loginBrowser(
  port: () => number,
  uid: string,
  cookies: Map<string, string>,
): TestBrowser {
  const path = `/login/${uid}`;
  const call = browserCall(port, cookies);
  const self: TestBrowser = {
    page: undefined,
    cookies,
    async get(suffix = '') {
      self.page = await call(path + suffix);
      return self.page;
    },
    async open(target, form) {
      let answer = await call(target, form);
      // Follows redirects within the login.
      while (answer.status === 303 && answer.headers.location?.startsWith('/login/'))
        answer = await call(answer.headers.location);
      self.page = answer;
      return answer;
    },
    post: (fields) => call(path, fields),
    async submit(action, fields = {}) {
      const answer = await call(path, { ...formFields(self.page?.text ?? '', action), ...fields });
      const isElsewhere = answer.status === 303 && answer.headers.location !== path;
      self.page = isElsewhere ? answer : await call(path);
      return self.page;
    },
  };
  return self;
}
