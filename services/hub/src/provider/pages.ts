import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { KoaContextWithOIDC } from 'oidc-provider';

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Forbids what an answer of the library never needs; pages bring a policy of their own. */
export function guardPage(ctx: KoaContextWithOIDC): void {
  ctx.set({
    'content-security-policy': csp,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

const rendered = new WeakSet<object>();

/** Notes that a page of the tenant answers a request. */
export const noteRendered = (ctx: object): void => void rendered.add(ctx);

/** Whether a page of the tenant answers a request. */
export const isRendered = (ctx: object): boolean => rendered.has(ctx);

/** What a device says of itself when it asks for a code. */
export interface DeviceInfo {
  ip?: string;
  ua?: string;
}

/** An error of the library, as it would tell a client. */
export interface ProviderError {
  error: string;
  error_description?: string;
}

/** A device that waits for its user. */
export interface WaitingDevice {
  clientName: string;
  scopes: string[];
  device: DeviceInfo;
  userCode: string;
  /** When it asked for the code. */
  askedAt: Date;
}

/** A form that a browser sends on by itself. */
export interface ProviderForm {
  action: string;
  fields: Readonly<Record<string, string>>;
}

/** The pages of an issuer that the library asks for by itself. Each answers the request. */
export interface ProviderPages {
  error(ctx: KoaContextWithOIDC, out: ProviderError, error: Error): Promise<void>;
  /** Asks whether to sign out; its form goes to `/oauth2/logout/confirm`. */
  signOut(ctx: KoaContextWithOIDC): Promise<void>;
  signedOut(ctx: KoaContextWithOIDC): Promise<void>;
  /** Asks for the code of a device; its form goes to `/activate`. */
  userCode(ctx: KoaContextWithOIDC, error: Error | undefined): Promise<void>;
  confirmDevice(ctx: KoaContextWithOIDC, device: WaitingDevice): Promise<void>;
  deviceConnected(ctx: KoaContextWithOIDC): Promise<void>;
  /** Sends the browser on by a form: by itself, and by a button where it runs no script. */
  submit(ctx: KoaContextWithOIDC, form: ProviderForm): Promise<void>;
}

/** What a page that says one thing is about. */
export type MessageKind =
  | 'cookies'
  | 'device_aborted'
  | 'device_connected'
  | 'expired'
  | 'link_ended'
  | 'not_found'
  | 'problem'
  | 'report_done'
  | 'report_ended'
  | 'signed_out'
  | 'start'
  | 'suspended'
  | 'throttled'
  | 'unavailable'
  | 'unknown_application';

/** A request of a browser that no page answers. */
export interface FailedVisit {
  req: IncomingMessage;
  res: ServerResponse;
  /** Null where the host is nobody's, or it could not be found out. */
  tenant: DirectoryTenant | null;
  status: number;
  requestId: string;
  /** Default: by the status and what the browser sent. */
  kind?: MessageKind;
  headers?: Record<string, string>;
}

/** Sends a page that says what happened and what helps. */
export type FailVisit = (visit: FailedVisit) => Promise<void>;

/** The pages of one issuer. */
export type ProviderPagesOf = (tenant: Pick<DirectoryTenant, 'id'>) => ProviderPages;
