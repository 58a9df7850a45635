import type { RequestContext } from '@platform/kit/http';
import type { CredentialChange } from '../credential-change.ts';

/** The origin of a request, for the event of the change that it makes. */
export const changeOf = ({
  request: { clientIp, userAgent },
}: Pick<RequestContext, 'request'>): CredentialChange => ({ ip: clientIp, userAgent });
