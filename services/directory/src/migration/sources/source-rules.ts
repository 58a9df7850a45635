import type { MigrationSourceInput } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { isLdapFilter } from '../../ldap/filter-syntax.ts';
import { filesOf } from './migration-source.ts';
import type { SourceConnection } from './migration-source.ts';

const lazyKinds: readonly string[] = ['http', 'ldap'];

function requireHttp(
  { listUrl, verifyUrl }: { listUrl?: string | undefined; verifyUrl?: string | undefined },
  mode: string,
): void {
  if (mode !== 'lazy' && listUrl === undefined)
    throw invalid('/connection/listUrl', 'required', 'is required to import users');
  if (mode !== 'eager' && verifyUrl === undefined)
    throw invalid('/connection/verifyUrl', 'required', 'is required for lazy migration');
}

function requireTls(urls: readonly string[], startTls: boolean): void {
  for (const [i, url] of urls.entries())
    if (url.toLowerCase().startsWith('ldap:') && !startTls)
      throw invalid(
        `/connection/urls/${i}`,
        'scheme_not_allowed',
        'must be an ldaps URL, or startTls must be true',
      );
}

/** Checks what the schema cannot express. @throws 422 */
export function requireConsistent(body: MigrationSourceInput): void {
  const { mode } = body.options;
  if (mode !== 'eager' && !lazyKinds.includes(body.kind))
    throw invalid(
      '/options/mode',
      'invalid_format',
      `must be eager for a source of kind ${body.kind}`,
    );
  if (body.kind === 'http') requireHttp(body.connection, mode);
  if (body.kind === 'ldap') {
    requireTls(body.connection.urls, body.connection.startTls);
    if (!isLdapFilter(body.connection.userFilter))
      throw invalid(
        '/connection/userFilter',
        'invalid_format',
        'must be an LDAP filter (RFC 4515)',
      );
  }
  const targets = body.mapping.map(({ target }) => target);
  const twice = targets.findIndex((target, i) => targets.indexOf(target) !== i);
  if (twice >= 0)
    throw invalid(`/mapping/${twice}/target`, 'invalid_format', 'is mapped more than once');
}

/** The uploads that a source names. */
export const uploadsOf = (source: SourceConnection): string[] =>
  source.kind === 'http' || source.kind === 'ldap'
    ? []
    : filesOf(source).flatMap((file) => ('uploadId' in file ? [file.uploadId] : []));

/** The https URLs that a source is read from. */
export const calledUrls = (source: SourceConnection): { url: string; pointer: string }[] => {
  if (source.kind === 'ldap') return [];
  if (source.kind === 'http')
    return (['listUrl', 'verifyUrl'] as const).flatMap((name) => {
      const url = source.connection[name];
      return url === undefined ? [] : [{ url, pointer: `/connection/${name}` }];
    });
  return filesOf(source).flatMap((file) =>
    'url' in file ? [{ url: file.url, pointer: '/connection' }] : [],
  );
};
