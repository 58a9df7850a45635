import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => {
  hub = await hubUnderTest();
  tenant = await hub.makeTenant('previews');
});
afterAll(() => hub.stop());

const preview = {
  page: 'identify',
  branding: {
    displayName: 'Engines',
    logoPath: null,
    logoDarkPath: null,
    themeMode: 'auto',
    layout: 'centered',
    links: {},
  },
  themeCss: '.tenant-palette{--primary:#0a5c36}',
  texts: {},
  locale: 'en',
  scheme: null,
  applicationName: 'Ledger',
};
const aTicket = (more: object = {}): string => {
  const ticket = String((n += 1)).padStart(43, 'a');
  hub.around.identityFacade.setPreview(tenant.id, ticket, { ...preview, ...more });
  return ticket;
};
const open = (ticket: string, host = tenant.host) => hub.ask(`/web/preview/${ticket}`, { host });

describe('/web/preview', () => {
  it('shows a page with the branding of the preview, in frames of the host alone, without scripts', async () => {
    const { status, text, headers } = await open(aTicket({ scheme: 'dark', locale: 'de' }));
    expect(status).toBe(200);
    expect(text).toContain('Engines');
    expect(text).toContain('Ledger');
    expect(text).toContain('lang="de"');
    expect(text).toContain('data-theme="dark"');
    expect(text).toMatch(/<style nonce="[\w-]+">[^<]*--primary:#0a5c36/);
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'self'",
        "form-action 'none'",
        'sandbox allow-same-origin',
      ]),
    );
    expect(policy).not.toContain('script-src');
    expect(text).not.toContain('<script');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });

  it('shows an e-mail, which loads nothing from elsewhere and runs no script', async () => {
    const ticket = String((n += 1)).padStart(43, 'a');
    const html = '<p>Hello Ada</p><script>1</script>';
    hub.around.identityFacade.setPreview(tenant.id, ticket, { page: 'email', html });
    const { status, text, headers } = await open(ticket);
    expect([status, text]).toEqual([200, html]);
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ]);
  });

  it.each(['identify', 'password', 'code', 'new_password', 'message'])(
    'has the page %s',
    async (page) => {
      const { status, text } = await open(aTicket({ page }));
      expect([status, text.includes('<h1')]).toEqual([200, true]);
    },
  );

  it('does not let a style sheet end its element', async () => {
    const themeCss = '.tenant-theme h1::after{content:"</style><script>alert(1)</script>"}';
    const { text } = await open(aTicket({ themeCss }));
    expect(text).toContain('<\\/style><script>alert(1)<\\/script>"}</style>');
  });

  it('is not found without a valid ticket, and on the host of another tenant', async () => {
    const ticket = aTicket();
    const other = await hub.makeTenant('others');
    for (const [one, host] of [
      ['b'.repeat(43), tenant.host],
      ['short', tenant.host],
      [ticket, other.host],
    ] as const)
      expect((await open(one, host)).status).toBe(404);
    expect(
      (await hub.ask(`/web/preview/${ticket}`, { host: tenant.host, method: 'POST' })).status,
    ).toBe(405);
  });
});
