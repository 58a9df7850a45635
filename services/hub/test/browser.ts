import { sendRaw } from '@platform/testkit/http';
import type { HubReply } from './hub-under-test.ts';

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

/** A browser for tests. Keeps cookies by host and path, and follows redirects within the hub. */
export interface CookieBrowser {
  cookies: Cookie[];
  get(url: string): Promise<HubReply>;
  post(url: string, form: Record<string, string>): Promise<HubReply>;
  /** Follows redirects until a response is not one, or leaves the hub. */
  visit(url: string): Promise<HubReply & { url: string }>;
}

const matches = (path: string, of: string): boolean =>
  path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`);

/** Creates a browser that sends all requests to `port`, regardless of the host in the URL. */
export function browser(port: () => number): CookieBrowser {
  const cookies: Cookie[] = [];

  function keep(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const pathOf = attributes.find((a) => /^path=/i.test(a))?.slice('path='.length) ?? '/';
    const old = cookies.findIndex(
      (c) => c.name === name && c.host === url.hostname && c.path === pathOf,
    );
    if (old >= 0) cookies.splice(old, 1);
    if (value !== '') cookies.push({ name, value, host: url.hostname, path: pathOf });
  }

  async function ask(
    method: 'GET' | 'POST',
    href: string,
    form?: Record<string, string>,
  ): Promise<HubReply> {
    const url = new URL(href);
    const sent = cookies.filter((c) => c.host === url.hostname && matches(url.pathname, c.path));
    const answer = await sendRaw(port(), url.pathname + url.search, {
      host: url.host,
      method,
      form,
      headers: {
        accept: 'text/html',
        'user-agent': 'browser/1',
        ...(sent.length > 0 && {
          cookie: sent.map((c) => `${c.name}=${c.value}`).join('; '),
        }),
      },
    });
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) keep(url, header);
    return answer;
  }

  return {
    cookies,
    get: (url) => ask('GET', url),
    post: (url, form) => ask('POST', url, form),
    async visit(first) {
      let url = first;
      // Browsers stop after 20 redirects.
      for (let hops = 0; hops < 20; hops++) {
        const answer = await ask('GET', url);
        const { location } = answer.headers as { location?: string };
        if (!location || answer.status < 300 || answer.status > 399) return { ...answer, url };
        const next = new URL(location, url);
        if (!next.hostname.endsWith('localhost')) return { ...answer, url: next.href };
        url = next.href;
      }
      throw new Error(`too many redirects: ${url}`);
    },
  };
}
