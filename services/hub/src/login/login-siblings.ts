import type { RpcClient } from '@platform/kit/grpc';
import type { Platform } from '@platform/kit/service';
import type { HookRuns } from '../hooks/hook-run.ts';

/** The services that a login asks, each call under a deadline. */
export interface LoginSiblings {
  deadlineMs: number;
  credentials(): RpcClient<'platform.identity.v1.Credentials'>;
  experience(): RpcClient<'platform.identity.v1.LoginExperience'>;
  directory(): RpcClient<'platform.directory.v1.Directory'>;
  documents(): RpcClient<'platform.compliance.v1.LegalDocuments'>;
  /** Inline hooks of the tenant. */
  hooks: HookRuns;
  consents(): RpcClient<'platform.compliance.v1.Consents'>;
}

/** See {@link LoginSiblings}. */
export function loginSiblings({ peer }: Pick<Platform, 'peer'>, hooks: HookRuns): LoginSiblings {
  const identity = () => peer('identity-facade');
  return {
    deadlineMs: 3_000,
    hooks,
    credentials: () => identity().service('platform.identity.v1.Credentials'),
    experience: () => identity().service('platform.identity.v1.LoginExperience'),
    directory: () => peer('directory').service('platform.directory.v1.Directory'),
    documents: () => peer('compliance').service('platform.compliance.v1.LegalDocuments'),
    consents: () => peer('compliance').service('platform.compliance.v1.Consents'),
  };
}
