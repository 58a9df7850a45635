import { localFetch } from '@platform/dev/local-fetch';

/** A browser without script or style: it keeps cookies, follows redirects and sends forms. */
export interface FormBrowser {
  /** Opens an address and follows redirects. */
  open(url: URL): Promise<Page>;
  /** Fills in the form of a page that has the first of these fields, and sends it. */
  send(page: Page, fields: Record<string, string>): Promise<Page>;
  /** Signs in with a password, and returns where the browser was sent in the end. */
  signIn(url: URL, person: { email: string; password: string }): Promise<URL>;
  /** Confirms that it wants to sign out. */
  signOut(url: URL): Promise<URL>;
}

/** Where a browser is, and what it shows. */
export interface Page {
  url: URL;
  html: string;
}

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** The last form of a page with a button that it is sent by; forms before it are ways out. */
const formWith = (html: string, field: string): string =>
  html.split('<form').find((form) => form.includes(`name="${field}"`)) ?? '';

export function formBrowser(): FormBrowser {
  const cookies = new Map<string, string>();

  /** Follows redirects as long as they stay on hosts of the platform. */
  async function go(first: URL, form?: Record<string, string>): Promise<Page> {
    let [url, body] = [first, form && String(new URLSearchParams(form))];
    for (let hops = 0; hops < 15; hops += 1) {
      const answer = await localFetch(url.href, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        body,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
      for (const one of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const html = await answer.text();
      const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
      const location = answer.headers.get('location') ?? refresh;
      if (location === undefined) return { url, html };
      [url, body] = [new URL(location, url), undefined];
      if (!url.hostname.endsWith('localhost')) return { url, html };
    }
    throw new Error(`too many redirects, the last to ${url.href}`);
  }

  const send = ({ url, html }: Page, fields: Record<string, string>): Promise<Page> =>
    go(url, { ...hidden(formWith(html, Object.keys(fields)[0] ?? '')), ...fields });

  return {
    open: (url) => go(url),
    send,
    async signIn(start, { email, password }) {
      const asked = await send(await go(start), { identifier: email });
      return (await send(asked, { password })).url;
    },
    async signOut(start) {
      const { url, html } = await go(start);
      const form = { ...hidden(html), logout: 'yes' };
      return (await go(new URL('/oauth2/logout/confirm', url), form)).url;
    },
  };
}
