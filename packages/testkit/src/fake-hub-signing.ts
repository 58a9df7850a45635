import { CompactSign } from 'jose';
import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { TestHubKeys } from './fake-hub-keys.ts';
import { findTestTenant } from './fake-hub-tenants.ts';
import type { TestHubState } from './fake-hub-tenants.ts';
import { keptBack } from './kept-back.ts';
import type { KeptBack } from './kept-back.ts';

/** A signing request to the fake hub. */
export interface TestSignature {
  tenantId: string;
  purpose: string;
  payloads: string[];
}

/** Signs for tenants as the hub does. */
export interface TestSigning {
  /** The signed documents, in order. */
  readonly signed: readonly TestSignature[];
  /** Delays a tenant's next signatures for this purpose until released. */
  keepBack(tenantId: string, purpose: string): KeptBack;
  serve(check: () => void): RpcMount;
}

const typeOf = (purpose: string): string =>
  purpose === 'SET' ? 'secevent+jwt' : `${purpose.toLowerCase().replaceAll('_', '-')}+jwt`;

/** Signs with the keys for documents and for security events (RFC 8417). */
export function testSigning(
  keys: TestHubKeys,
  tenants: Pick<TestHubState, 'tenants'>,
): TestSigning {
  const signed: TestSignature[] = [];
  const signatures = keptBack();

  async function sign({ tenantId, purpose, payloads }: TestSignature) {
    signed.push({ tenantId, purpose, payloads });
    await signatures.pass(`${tenantId} ${purpose}`);
    const { kid, privateKey } = purpose === 'SET' ? keys.events : keys.documents;
    const header = { alg: 'RS256', typ: typeOf(purpose), kid };
    const jws = await Promise.all(
      payloads.map((payload) =>
        new CompactSign(Buffer.from(payload)).setProtectedHeader(header).sign(privateKey),
      ),
    );
    return { jws, kid, issuer: findTestTenant(tenants, { tenantId })?.issuer ?? '' };
  }

  return {
    signed,
    keepBack: (tenantId, purpose) => signatures.keep(`${tenantId} ${purpose}`),
    serve: (check) =>
      serveSomeRpc(
        'platform.hub.v1.Signing',
        {
          async Sign(request) {
            check();
            return sign(request);
          },
          async DocumentKeys() {
            check();
            return { keySet: JSON.stringify({ keys: [keys.documents.shown] }) };
          },
        },
        { Sign: ['compliance'], DocumentKeys: ['compliance'] },
      ),
  };
}
