import type { DirectoryConfig } from '@platform/contracts';
import { problemWithReason } from '@platform/kit/problem';

const originOf = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.toLowerCase()}`;
};

/**
 * The servers that receive a directory's credential, and the member that names them. Google and
 * Microsoft servers are configured by the operator.
 */
function receiversOf(config: DirectoryConfig): { member: string; origins: string[] } | undefined {
  if ('urls' in config) return { member: 'urls', origins: config.urls.map(originOf) };
  if ('issuer' in config) return { member: 'issuer', origins: [originOf(config.issuer)] };
  return undefined;
}

/**
 * Never sends a stored credential to a server that it was not set for: otherwise an administrator
 * of a directory could read the credential there.
 * @throws 409 `invalid_state`
 */
export function refuseOtherReceivers(before: DirectoryConfig, after: DirectoryConfig): void {
  const known = receiversOf(before)?.origins ?? [];
  const { member, origins } = receiversOf(after) ?? { member: '', origins: [] };
  if (origins.every((origin) => known.includes(origin))) return;
  throw problemWithReason('invalid_state', {
    pointer: `/config/${member}`,
    code: 'precondition',
    detail:
      'contains a server for which the stored credential was not set. Delete the credential, change the directory, then set the credential again.',
  });
}
