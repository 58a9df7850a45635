import type { KoaContextWithOIDC } from 'oidc-provider';

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] as string);

/** Forbids what a page of the issuer never needs; the engine adds the hash of a script of its own. */
export function guardPage(ctx: KoaContextWithOIDC): void {
  ctx.set({
    'content-security-policy': csp,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

function render(ctx: KoaContextWithOIDC, title: string, content: string): void {
  ctx.type = 'html';
  ctx.body = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
}

/** What a device says of itself when it asks for a code. */
export interface DeviceInfo {
  ip?: string;
  ua?: string;
}

/** The issuer's own pages, plain until the tenant's login experience draws them. `form` is markup of the engine's. */
export const pages = {
  error(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): void {
    render(
      ctx,
      'Something went wrong',
      `<p>${escaped(out.error_description ?? out.error)}</p><p><code>${escaped(out.error)}</code></p>`,
    );
  },
  signOut(ctx: KoaContextWithOIDC, form: string): void {
    render(
      ctx,
      'Sign out?',
      `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
       <button type="submit" form="op.logoutForm">Stay signed in</button>`,
    );
  },
  signedOut(ctx: KoaContextWithOIDC): void {
    render(ctx, 'You are signed out', '<p>You can close this window.</p>');
  },
  userCode(ctx: KoaContextWithOIDC, form: string, error: unknown): void {
    render(
      ctx,
      'Connect a device',
      `<p>${error ? 'The code is not valid. Check it and try again.' : 'Enter the code that your device shows.'}</p>
       ${form}<button type="submit" form="op.deviceInputForm">Continue</button>`,
    );
  },
  confirmDevice(
    ctx: KoaContextWithOIDC,
    form: string,
    asked: { clientName: string; scopes: string; device: DeviceInfo; userCode: string },
  ): void {
    const { clientName, scopes, device, userCode } = asked;
    render(
      ctx,
      `Connect ${clientName}?`,
      `<p>Continue only if your device shows <code>${escaped(userCode)}</code>.</p>
       <dl><dt>Address of the device</dt><dd>${escaped(device.ip ?? '')}</dd>
       <dt>Software</dt><dd>${escaped(device.ua ?? '')}</dd>
       <dt>Access</dt><dd>${escaped(scopes)}</dd></dl>
       ${form}<button type="submit" form="op.deviceConfirmForm">Continue</button>
       <button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button>`,
    );
  },
  deviceConnected(ctx: KoaContextWithOIDC): void {
    render(ctx, 'Your device is connected', '<p>You can close this window.</p>');
  },
};

/** See {@link pages}. */
export type Pages = typeof pages;
