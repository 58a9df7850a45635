import { describe, expect, it } from 'vitest';
import { isSecret } from '../members/secret.ts';
import { declaredBy, faultsOf } from '../test-files.ts';

const role = 'key: approver\npermissions: [invoices.read]\n';

describe('readConfiguration', () => {
  it('reads a resource, or a list of them, and adds defaults', () => {
    const { resources } = declaredBy({
      'roles/approver.yaml': role,
      'permissions.yaml': '- name: invoices.read\n- name: invoices.approve\n  clientId: ledger\n',
    });
    expect(resources.map(({ address }) => address)).toEqual([
      'role/approver',
      'permission/invoices.read',
      'permission/invoices.approve',
    ]);
    expect(resources[0]?.members).toEqual({
      key: 'approver',
      displayName: null,
      description: null,
      permissions: ['invoices.read'],
    });
  });

  it.each([
    [
      'a member that does not exist, with the one that is meant',
      { 'roles/a.yaml': 'key: approver\npermisions: [invoices.read]\n' },
      [
        'roles/a.yaml:1:1: permissions is required',
        'roles/a.yaml:2:1: permisions is not known. Did you mean permissions?',
      ],
    ],
    [
      'a nested member that does not exist',
      {
        'access-policies.yaml':
          'clientId: ledger\nname: A\nconditions: { network: {} }\ncontrols: { block: true }\n',
      },
      ['access-policies.yaml:3:15: network is not known. Did you mean networks?'],
    ],
    [
      'a value of another type',
      { 'roles/a.yaml': 'key: approver\npermissions:\n  - invoices.read\n  - 7\n' },
      ['roles/a.yaml:4:5: permissions.1 must be a string'],
    ],
    [
      'a member that the platform sets',
      { 'login-flow-bindings.yaml': '- clientId: ledger\n  version: 3\n' },
      ['login-flow-bindings.yaml:2:3: version is not known.'],
    ],
    [
      'a file of no kind, with the folder that is meant',
      { 'role/a.yaml': role },
      ['role/a.yaml:1:1: No kind of resources has this path. Did you mean roles?'],
    ],
    [
      'the same resource twice',
      { 'roles/a.yaml': role, 'roles/b.yaml': role },
      ['roles/b.yaml:1:1: role/approver is already in roles/a.yaml:1'],
    ],
    [
      'a resource without its name',
      { 'applications/a.yaml': 'name: Ledger\ntype: web\n' },
      ['applications/a.yaml:1:1: clientId must be present: it is the name of the application'],
    ],
    [
      'faults of YAML',
      { 'roles/a.yaml': 'key: [approver\n' },
      [
        expect.stringMatching(
          /^roles\/a.yaml:2:1: Flow sequence in block collection must be sufficiently indented/,
        ),
      ],
    ],
    [
      'a secret in the file',
      {
        'webhook-endpoints/a.yaml':
          'url: https://example.com\neventTypes: [user.created]\nheaders:\n  Authorization: Bearer abc\n',
      },
      [
        'webhook-endpoints/a.yaml:4:3: headers.Authorization is a secret. Write a reference to the environment, such as ${env:NAME}, in its place',
      ],
    ],
    [
      'a variable that is absent',
      { 'hooks/a.yaml': 'name: A\nstage: login_flow\nurl: https://${env:HOST}/a\n' },
      ['hooks/a.yaml:3:1: The environment has no variable HOST'],
    ],
    [
      'a list in place of a resource',
      { 'branding.yaml': '' },
      [expect.stringContaining('No kind')],
    ],
  ])('refuses %s', (_what, files, faults) => {
    expect(faultsOf(files as Record<string, string>)).toEqual(faults);
  });

  it('reads secrets from the environment, and checks files without them', () => {
    const files = {
      'hooks/a.yaml':
        'name: A\nstage: login_flow\nurl: https://${env:HOST}/a\nheaders: { X-Key: "${env:KEY}" }\nsecret: ${env:SIGNING}\n',
    };
    const [hook] = declaredBy(files, { environment: { HOST: 'example.com', KEY: 'k' } }).resources;
    expect(hook?.members['url']).toBe('https://example.com/a');
    expect(hook?.members['headers']).toMatchObject({ 'X-Key': { variable: 'KEY', value: 'k' } });
    const signing = hook?.members['secret'];
    expect(isSecret(signing) && signing.value === undefined).toBe(true);
  });

  it('accepts names where the API expects ids', () => {
    const [endpoint] = declaredBy({
      'webhook-endpoints/a.yaml':
        'url: https://example.com\neventTypes: [user.created]\norganizationIds: [engines, acme]\n',
    }).resources;
    expect(endpoint?.members['organizationIds']).toEqual(['engines', 'acme']);
  });

  it('writes ranges, domains and colors as the API does', () => {
    const { resources } = declaredBy({
      'ip-rules.yaml':
        '- { action: deny, cidr: 2001:DB8:0::/64 }\n- { action: allow, cidr: 192.0.2.1 }\n',
      'login-experience/domains.yaml': 'domain: Login.Bücher.example\n',
      'login-experience/branding.yaml': "colors: { primary: '#abc' }\n",
    });
    expect(resources.slice(0, 3).map(({ key }) => key)).toEqual([
      'deny/2001:db8::/64',
      'allow/192.0.2.1/32',
      'login.xn--bcher-kva.example',
    ]);
    expect(resources[3]?.members['colors']).toEqual({ primary: '#AABBCC' });
  });
});
