import type { JitRules } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import type { RpcClient } from '@platform/kit/grpc';
import type { Platform } from '@platform/kit/service';
import { brokers } from '../federation/brokers.ts';
import type { Brokers } from '../federation/brokers.ts';
import { userProvisioning } from '../federation/user-provisioning.ts';
import type { ProvisionUser } from '../federation/user-provisioning.ts';
import type { HookRuns } from '../hooks/hook-run.ts';

/** The services that a login calls, and the deadline of each call. */
export interface LoginSiblings {
  deadlineMs: number;
  credentials(): RpcClient<'platform.identity.v1.Credentials'>;
  experience(): RpcClient<'platform.identity.v1.LoginExperience'>;
  directory(): RpcClient<'platform.directory.v1.Directory'>;
  documents(): RpcClient<'platform.compliance.v1.LegalDocuments'>;
  /** Inline hooks of the tenant. */
  hooks: HookRuns;
  consents(): RpcClient<'platform.compliance.v1.Consents'>;
  /** Sign-in at identity providers. */
  brokers: Brokers;
  provision: ProvisionUser;
}

/** How users of identity providers are provisioned, and the egress to those providers. */
export interface FederationOptions {
  jitEnabled: boolean;
  jitRules: JitRules;
  /** The egress profile `federation`. */
  egress: Pick<Egress, 'request'>;
}

export function loginSiblings(
  { db, peer, log }: Pick<Platform, 'db' | 'peer' | 'log'>,
  { hooks, jitEnabled, jitRules, egress }: FederationOptions & { hooks: HookRuns },
): LoginSiblings {
  const identity = () => peer('identity-facade');
  const directory = () => peer('directory').service('platform.directory.v1.Directory');
  const social = () => identity().service('platform.identity.v1.Social');
  return {
    deadlineMs: 3_000,
    hooks,
    credentials: () => identity().service('platform.identity.v1.Credentials'),
    experience: () => identity().service('platform.identity.v1.LoginExperience'),
    directory,
    documents: () => peer('compliance').service('platform.compliance.v1.LegalDocuments'),
    consents: () => peer('compliance').service('platform.compliance.v1.Consents'),
    brokers: brokers({ db, directory, social, egress, log }),
    provision: userProvisioning({ directory, isEnabled: jitEnabled, rules: jitRules }),
  };
}
