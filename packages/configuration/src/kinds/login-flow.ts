import { LoginFlowDefinition } from '@platform/contracts';
import type {
  LoginFlowDefinition as Definition,
  LoginFlowDefinitionInput as Body,
  Platform,
} from '@platform/sdk';
import { isObject, pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import type { Located, Path } from '../members/member-path.ts';
import { hook } from './hook.ts';
import { defineKind } from './kind.ts';
import { legalDocument } from './legal-document.ts';
import { organization } from './organization.ts';
import { socialConnector } from './social-connector.ts';

const writable = ['schemaVersion', 'name', 'description', 'entrypoints', 'settings', 'steps'];

/** Conditions compare the organization of a login with ids. */
function organizationsIn(value: unknown, path: Path = []): Located[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => organizationsIn(entry, [...path, index]));
  if (!isObject(value)) return [];
  if (value['fact'] !== 'organization.id')
    return Object.entries(value).flatMap(([name, member]) =>
      organizationsIn(member, [...path, name]),
    );
  const { value: compared } = value;
  const at = [...path, 'value'];
  return Array.isArray(compared)
    ? compared.map((id: unknown, index) => ({ path: [...at, index], value: id }))
    : [{ path: at, value: compared }];
}

/** Saves the flow as the draft, and activates it unless another version has become active. */
async function activate(
  platform: Platform,
  body: Body,
  expectedActiveVersion: number,
): Promise<Definition> {
  const { draft } = platform.loginFlows;
  const before = await draft
    .get()
    .response()
    .then(
      ({ etag }) => etag,
      () => undefined,
    );
  const saved = await draft.put(body, before === undefined ? {} : { ifMatch: before });
  return platform.loginFlows.activate({
    source: 'draft',
    expectedActiveVersion,
    ...(saved.revision && { expectedDraftRevision: saved.revision }),
  });
}

/** The flow that a tenant has activated. The built-in one, version 0, is none. */
export const loginFlow = defineKind<Definition, Body>({
  name: 'login-flow',
  path: 'login-flow',
  layout: 'one',
  schema: LoginFlowDefinition,
  key: [],
  refersBy: 'name',
  references: [
    { at: 'steps/*/config/hookId', to: hook },
    { at: 'steps/*/config/connectors/*', to: socialConnector },
    { at: organizationsIn, to: organization },
  ],
  after: [legalDocument],
  removable: ['description'],
  excluded: Object.keys(LoginFlowDefinition.shape).filter((name) => !writable.includes(name)),
  list: async ({ platform }) => {
    const active = await platform.loginFlows.getActive();
    return active.version === 0 ? [] : [active];
  },
  get: (platform) => platform.loginFlows.getActive().response(),
  project: (flow): Members => pick(flow, writable),
  create: ({ platform, body }) => activate(platform, body, 0),
  update: ({ platform, body, resource }) => activate(platform, body, resource.version ?? 0),
  delete: ({ platform, resource }) =>
    platform.loginFlows.activate({
      source: 'version',
      version: 0,
      expectedActiveVersion: resource.version ?? 0,
    }),
});
