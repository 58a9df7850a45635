import {
  brandingOperations,
  brandingPictureOperations,
  emailTemplateOperations,
  loginAnalyticsOperations,
  loginDomainOperations,
  loginFlowOperations,
  ownSignInMethodOperations,
  loginPreviewOperations,
  socialConnectorOperations,
  userSignInMethodOperations,
} from '@platform/contracts';
import { projectedTokenFile } from '@platform/kit/auth';
import { serveElsewhere, serveNothing } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { credentialsCallers } from '../credentials/credentials-rpc.ts';
import { remoteOperations } from '../identity-service/remote-operations.ts';
import { remoteHostLookup, remoteRpc } from '../identity-service/remote-rpc.ts';
import { serviceClient } from '../identity-service/service-client.ts';
import { loginExperienceCallers } from '../login/login-experience-rpc.ts';
import { mailCallers } from '../mail/mail-rpc.ts';
import { socialCallers } from '../social/social-rpc.ts';

const groups = [
  brandingOperations,
  brandingPictureOperations,
  emailTemplateOperations,
  loginAnalyticsOperations,
  loginDomainOperations,
  loginFlowOperations,
  ownSignInMethodOperations,
  socialConnectorOperations,
  userSignInMethodOperations,
];
const compliance = ['compliance'];
const dataSubjectCallers = {
  Deactivate: compliance,
  Reactivate: compliance,
  Erase: compliance,
  Export: compliance,
};

/** Composes the facade over a remote identity service: this process stores nothing, sends no mail and runs no sweeps. */
export function remoteParts(platform: Platform, config: IdentityFacadeConfig): ServiceParts {
  const baseUrl = config.identityServiceUrl;
  const { origin, hostname } = new URL(baseUrl);
  const token = projectedTokenFile(config.identityServiceTokenPath);
  const client = serviceClient({
    baseUrl,
    token,
    // The service is internal: an egress proxy at the border cannot reach it.
    egress: platform.egress('identity-service', {
      trustedOrigins: [origin],
      allowedHosts: [hostname],
      connectTimeoutMs: config.identityServiceConnectTimeout,
    }),
    metrics: platform.metrics,
    timeoutMs: config.identityServiceTimeout,
  });
  const forward = remoteOperations(client);
  const experience = remoteRpc(
    client,
    'platform.identity.v1.LoginExperience',
    loginExperienceCallers,
  );
  return {
    mounts: [
      ...groups.map((group) => serveElsewhere(group, forward)),
      // The hub resolves tickets here, and this process stores none.
      serveNothing(loginPreviewOperations),
    ],
    rpc: [
      {
        ...experience,
        handlers: { ...experience.handlers, ResolveHost: remoteHostLookup(client) },
      },
      remoteRpc(client, 'platform.identity.v1.Credentials', credentialsCallers),
      remoteRpc(client, 'platform.identity.v1.Social', socialCallers),
      remoteRpc(client, 'platform.identity.v1.Mail', mailCallers),
      remoteRpc(client, 'platform.datasubject.v1.DataSubject', dataSubjectCallers),
    ],
    workers: [{ start: () => undefined, stop: client.stop }],
    ready: {
      'identity service token': () =>
        token().then(
          () => undefined,
          () => `${config.identityServiceTokenPath} cannot be read`,
        ),
    },
  };
}
