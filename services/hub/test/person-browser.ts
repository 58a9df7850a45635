import { expect } from 'vitest';
import type { HubReply } from './hub-under-test.ts';
import type { CookieBrowser } from './browser.ts';

/** A browser without scripts, with the forms and links that a person uses. */
export interface PersonBrowser {
  browser: CookieBrowser;
  page: HubReply & { url: string };
  visit(url: string): Promise<HubReply & { url: string }>;
  /** Submits the form of the page with a field or button of this name. */
  sends(fields: Record<string, string>): Promise<HubReply & { url: string }>;
  /** Follows the link with this text. */
  follows(text: string): Promise<HubReply & { url: string }>;
  /** Returns the heading of the page. */
  title(): string;
}

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

const hiddenOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );

/** Wraps a {@link CookieBrowser}. Follows redirects within the hub, and submits forms that a browser submits automatically. */
export function personBrowser(browser: CookieBrowser): PersonBrowser {
  async function followed(url: string): Promise<HubReply & { url: string }> {
    let answer = await browser.visit(url);
    for (let hops = 0; hops < 6; hops += 1) {
      const onward = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.text)?.[1];
      if (onward === undefined) break;
      answer = await browser.visit(new URL(unescaped(onward), answer.url).href);
    }
    return answer;
  }
  const self: PersonBrowser = {
    browser,
    page: undefined as never,
    async visit(url) {
      self.page = await followed(url);
      return self.page;
    },
    async sends(fields) {
      const [name = ''] = Object.keys(fields);
      const forms = self.page.text.split('<form').slice(1);
      const form = forms.find((one) => one.includes(`name="${name}"`));
      expect({ name, forms: form === undefined ? self.page.text : 'found' }).toEqual({
        name,
        forms: 'found',
      });
      const target = /action="([^"]*)"/.exec(form ?? '')?.[1] ?? '';
      const url = new URL(unescaped(target), self.page.url).href;
      const answer = await browser.post(url, { ...hiddenOf(form ?? ''), ...fields });
      const { location } = answer.headers as { location?: string };
      const onward = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.text)?.[1];
      const next = location ?? (onward && unescaped(onward));
      if (next === undefined) self.page = { ...answer, url };
      else await self.visit(new URL(next, url).href);
      return self.page;
    },
    async follows(text) {
      const links = [...self.page.text.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
      const link = links.find(([, , words = '']) => unescaped(words).trim() === text);
      expect([text, links.map(([, , words]) => words)]).toEqual([text, expect.anything()]);
      if (!link) throw new Error(`no link ${text}`);
      return self.visit(new URL(unescaped(link[1] ?? ''), self.page.url).href);
    },
    title: () => unescaped(/<h1>([^<]*)<\/h1>/.exec(self.page.text)?.[1] ?? ''),
  };
  return self;
}
