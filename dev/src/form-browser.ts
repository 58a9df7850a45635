import { localFetch } from './local-fetch.ts';

/** A page and its final URL. */
export interface FormPage {
  url: URL;
  html: string;
}

/** A browser without scripts or styles: it keeps cookies, follows redirects on this machine and submits forms. */
export interface FormBrowser {
  /** Opens a URL, or submits a form to it. */
  open(url: URL, form?: Record<string, string>): Promise<FormPage>;
  /**
   * Fills in and submits the last form of the page that has the first of these fields; earlier forms are alternatives such as
   * links.
   */
  send(page: FormPage, fields: Record<string, string>): Promise<FormPage>;
  /** Signs in with a password. Returns the URL of the final redirect. */
  signIn(url: URL, person: { email: string; password: string }): Promise<URL>;
  /** Confirms the sign-out. */
  signOut(url: URL): Promise<URL>;
}

const maxHops = 15;

const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

const formWith = (html: string, name: string): string =>
  html.split('<form').findLast((form) => form.includes(`name="${name}"`)) ?? '';

/** The action of a form; default: the URL of its page. */
const actionOf = (form: string, page: URL): URL =>
  new URL(/^[^>]*\baction="([^"]*)"/.exec(form)?.[1] ?? page.href, page);

/** Cookies by host and name. */
function cookieJar() {
  const cookies = new Map<string, Map<string, string>>();
  const of = (url: URL): Map<string, string> => {
    const found = cookies.get(url.hostname) ?? new Map<string, string>();
    cookies.set(url.hostname, found);
    return found;
  };
  return {
    header: (url: URL): string =>
      [...of(url)].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(url: URL, headers: Headers): void {
      for (const one of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        if (value === '') of(url).delete(name);
        else of(url).set(name, value);
      }
    },
  };
}

/** Creates a browser without cookies. `fetch`: trusts the platform's certificate authority if it serves TLS. */
export function formBrowser(fetch: typeof globalThis.fetch = localFetch): FormBrowser {
  const cookies = cookieJar();

  async function open(first: URL, form?: Record<string, string>): Promise<FormPage> {
    let [url, body] = [first, form && String(new URLSearchParams(form))];
    for (let hops = 0; hops < maxHops; hops += 1) {
      const answer = await fetch(url.href, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        body,
        headers: {
          cookie: cookies.header(url),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
      cookies.keep(url, answer.headers);
      const html = await answer.text();
      const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
      const location = answer.headers.get('location') ?? refresh;
      if (location === undefined) return { url, html };
      [url, body] = [new URL(location, url), undefined];
      if (!url.hostname.endsWith('localhost')) return { url, html };
    }
    throw new Error(`too many redirects; the last one was to ${url.href}`);
  }

  const send = ({ url, html }: FormPage, fields: Record<string, string>): Promise<FormPage> => {
    const form = formWith(html, Object.keys(fields)[0] ?? '');
    return open(actionOf(form, url), { ...hidden(form), ...fields });
  };

  return {
    open,
    send,
    async signIn(start, { email, password }) {
      const asked = await send(await open(start), { identifier: email });
      return (await send(asked, { password })).url;
    },
    async signOut(start) {
      const { url, html } = await open(start);
      const form = { ...hidden(html), logout: 'yes' };
      return (await open(new URL('/oauth2/logout/confirm', url), form)).url;
    },
  };
}
