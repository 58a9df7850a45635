import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ClusterKeys } from './cluster-keys.ts';

export const CLUSTER_ISSUER = 'https://kubernetes.default.svc.cluster.local';
export const CLUSTER_NAMESPACE = 'platform';

export interface ClusterTokens {
  /** `sub` of a service account's tokens. */
  subject(serviceAccount: string): string;
  mint(serviceAccount: string, audience: string, ttlSeconds?: number): Promise<string>;
}

/** Kubernetes identifies objects by UUID: a name always gets the same one, so that restarts do not create new accounts. */
const uidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
};

/** Signs tokens of service accounts with the cluster's keys, as the API server does. */
export const clusterTokens = ({
  keys,
  namespace = CLUSTER_NAMESPACE,
  issuer = CLUSTER_ISSUER,
  ttlSeconds = 3600,
  now = () => new Date(),
}: {
  keys: ClusterKeys;
  namespace?: string;
  issuer?: string;
  ttlSeconds?: number;
  now?: () => Date;
}): ClusterTokens => {
  const subject = (account: string): string => `system:serviceaccount:${namespace}:${account}`;
  return {
    subject,
    async mint(account, audience, ttl = ttlSeconds) {
      const { kid, key } = await keys.signingKey();
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({
        jti: randomUUID(),
        'kubernetes.io': {
          namespace,
          serviceaccount: { name: account, uid: uidOf(subject(account)) },
          pod: { name: `${account}-0`, uid: uidOf(`pod/${subject(account)}`) },
        },
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setSubject(subject(account))
        .setAudience([audience])
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + ttl)
        .sign(key);
    },
  };
};
