import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { KoaContextWithOIDC } from 'oidc-provider';

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sets restrictive security headers on a response of the library; pages set their own content security policy. */
export function guardPage(ctx: KoaContextWithOIDC): void {
  ctx.set({
    'content-security-policy': csp,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

const rendered = new WeakSet<object>();

/** Records that a page of the tenant answers the request. */
export const noteRendered = (ctx: object): void => void rendered.add(ctx);

/** Whether a page of the tenant answers the request. */
export const isRendered = (ctx: object): boolean => rendered.has(ctx);

/** The address and user agent of a device that requests a code. */
export interface DeviceInfo {
  ip?: string;
  ua?: string;
}

/** An error of the library, in the form that a client receives. */
export interface ProviderError {
  error: string;
  error_description?: string;
}

/** A device that waits for a person's approval. */
export interface WaitingDevice {
  clientName: string;
  scopes: string[];
  device: DeviceInfo;
  userCode: string;
  /** When the device requested the code. */
  askedAt: Date;
}

/** A form that the browser submits automatically. */
export interface ProviderForm {
  action: string;
  fields: Readonly<Record<string, string>>;
}

/** The pages of an issuer that the library requests. Each one answers the request. */
export interface ProviderPages {
  error(ctx: KoaContextWithOIDC, out: ProviderError, error: Error): Promise<void>;
  /** Asks whether to sign out; the form posts to `/oauth2/logout/confirm`. */
  signOut(ctx: KoaContextWithOIDC): Promise<void>;
  signedOut(ctx: KoaContextWithOIDC): Promise<void>;
  /** Asks for the user code of a device; the form posts to `/activate`. */
  userCode(ctx: KoaContextWithOIDC, error: Error | undefined): Promise<void>;
  confirmDevice(ctx: KoaContextWithOIDC, device: WaitingDevice): Promise<void>;
  deviceConnected(ctx: KoaContextWithOIDC): Promise<void>;
  /** Sends a form that the browser submits automatically, or with a button if scripts are off. */
  submit(ctx: KoaContextWithOIDC, form: ProviderForm): Promise<void>;
}

/** The message of a page that shows only a message. */
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

/** A browser request that fails. */
export interface FailedVisit {
  req: IncomingMessage;
  res: ServerResponse;
  /** Null if the host belongs to no tenant, or the lookup failed. */
  tenant: DirectoryTenant | null;
  status: number;
  requestId: string;
  /** Default: derived from the status and the request. */
  kind?: MessageKind;
  headers?: Record<string, string>;
}

/** Sends a page that explains what happened and what to do. */
export type FailVisit = (visit: FailedVisit) => Promise<void>;

/** The pages of one issuer. */
export type ProviderPagesOf = (tenant: Pick<DirectoryTenant, 'id'>) => ProviderPages;
