import { decodeJwt } from 'jose';
import {
  graphAuthority,
  graphGet,
  graphToken,
  graphUrl,
} from '../sync/sources/graph/graph-source.ts';
import type { GraphSource } from '../sync/sources/graph/graph-source.ts';
import { graphUser, userFields } from '../sync/sources/graph/graph-users.ts';
import { PositionExpired, SourceFault } from '../sync/sources/source-fault.ts';
import type { Diagnosis, DiagnosisStep, StepFinding } from './diagnosis.ts';
import { sampled } from './sampling.ts';
import type { Sampling } from './sampling.ts';

type Json = Record<string, unknown>;

const values = (json: Json): Json[] =>
  Array.isArray(json['value']) ? (json['value'] as Json[]) : [];

/** One permission of each row is enough. */
const needed = [
  ['User.Read.All', 'Directory.Read.All'],
  ['Group.Read.All', 'Directory.Read.All'],
];

function rolesOf(token: string): string[] {
  try {
    const { roles } = decodeJwt(token);
    return Array.isArray(roles) ? roles.map(String) : [];
  } catch {
    return [];
  }
}

function checkedPermissions(roles: readonly string[]): StepFinding {
  const missing = needed.filter((either) => !either.some((role) => roles.includes(role)));
  if (missing.length === 0) return { evidence: { roles } };
  const words = missing.map((either) => either.join(' or ')).join(', and ');
  throw new SourceFault(
    'permission_missing',
    `The application needs the application permission ${words}, with the consent of an administrator.`,
  );
}

/** Tests a tenant of Microsoft Entra ID. */
export function cloudDirectoryDiagnosis(source: GraphSource, sampling: Sampling): Diagnosis {
  const summary: Json = {};
  let sample: Json[] = [];
  let token = '';
  const get = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    graphGet(source, { token, url: graphUrl(source, path, query) }, signal);

  const steps: DiagnosisStep[] = [
    {
      name: 'authority',
      run: async (signal) => ({
        evidence: { issuer: (await graphAuthority(source, signal))['issuer'] },
      }),
    },
    {
      name: 'token_request',
      run: async (signal) => {
        token = await graphToken(source, signal);
      },
    },
    {
      name: 'permissions',
      run: async () => {
        const roles = rolesOf(token);
        summary['permissions'] = roles;
        return checkedPermissions(roles);
      },
    },
    {
      name: 'organization',
      run: async (signal) => {
        const query = { $select: 'id,displayName,verifiedDomains' };
        const [organization = {}] = values(await get('organization', query, signal));
        const domains = (organization['verifiedDomains'] ?? []) as { name?: string }[];
        Object.assign(summary, {
          tenantId: organization['id'],
          displayName: organization['displayName'],
          verifiedDomains: domains.map(({ name }) => name),
        });
      },
    },
    {
      name: 'list_users',
      run: async (signal) => {
        const users = values(await get('users', { $top: '10', $select: userFields }, signal));
        sample = sampled(users.map(graphUser), sampling);
        return { evidence: { seen: users.length } };
      },
    },
    {
      name: 'list_groups',
      run: async (signal) => {
        const groups = await get('groups', { $top: '10', $select: 'id,displayName' }, signal);
        return { evidence: { seen: values(groups).length } };
      },
    },
    {
      name: 'delta',
      run: async (signal) => {
        try {
          await get('users/delta', { $select: 'id' }, signal);
          return {};
        } catch (error) {
          if (!(error instanceof SourceFault) && !(error instanceof PositionExpired)) throw error;
          const detail = 'Changes cannot be tracked; every sync lists all users.';
          return { warning: { code: 'delta_not_supported', detail } };
        }
      },
    },
  ];
  return { kind: 'cloud_directory', steps, summary: () => summary, sample: () => sample };
}
