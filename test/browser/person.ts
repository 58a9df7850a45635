import { createHmac } from 'node:crypto';
import type { Mail } from '@platform/dev/mailbox';
import { eventually } from '@platform/testkit/eventually';
import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { violationsOf } from './accessibility.ts';

/** Someone at a browser. Every page that they come to is checked by axe once. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Waits for the page with this heading. */
  sees(heading: string | RegExp): Promise<void>;
  fills(fields: Record<string, string>): Promise<void>;
  /** Presses the one button that a page asks for. */
  goesOn(): Promise<void>;
  presses(text: string): Promise<void>;
  /** Reads a mail: the newest to an address, once it has come. */
  reads(to: string, subject?: RegExp): Promise<Mail>;
}

const seen = new Set<string>();

/** Opens a browser of its own for {@link Person}. */
export async function person(browser: Browser, inbox: string): Promise<Person> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return {
    page,
    context,
    async sees(heading) {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const title = await page.title();
      if (seen.has(title)) return;
      seen.add(title);
      expect({ title, violations: await violationsOf(page) }).toEqual({ title, violations: [] });
    },
    async fills(fields) {
      for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value);
    },
    goesOn: () => page.click('main button.primary'),
    presses: (text) => page.getByText(text, { exact: true }).click(),
    reads: (to, subject = /./) =>
      eventually(async () => {
        const answer = await fetch(`${inbox}/api/mails?to=${encodeURIComponent(to)}`);
        return ((await answer.json()) as Mail[]).find((mail) => subject.test(mail.subject));
      }),
  };
}

/** The code of six digits in a mail. */
export function codeIn({ text }: Mail): string {
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
  return code;
}

/** The first link in a mail. */
export function mailedLink({ text }: Mail): string {
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  return link;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238) `steps` half minutes from now. */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
