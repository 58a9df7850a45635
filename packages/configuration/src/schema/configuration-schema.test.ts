import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../files/yaml-file.ts';
import { kindNames } from '../kinds/kinds.ts';
import { configurationSchema } from './configuration-schema.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
ajv.addSchema(configurationSchema(), 'configuration');

const faultsOf = (kind: string, text: string): unknown[] => {
  const validate = ajv.getSchema(`configuration#/$defs/${kind}`);
  if (!validate) throw new Error(`there is no schema of ${kind}`);
  return validate(parseYaml('a.yaml', text).value) ? [] : (validate.errors ?? []);
};

const endpoint = 'url: https://example.com\neventTypes: [user.created]\n';

describe('configurationSchema', () => {
  it('has each kind', () => {
    expect(Object.keys(configurationSchema()['$defs'] as object).sort()).toEqual(
      [...kindNames].sort(),
    );
    for (const name of kindNames) expect(faultsOf(name, '7')).not.toEqual([]);
  });

  it('accepts names in place of ids, references in place of secrets, and lists', () => {
    const text = `${endpoint}organizationIds: [acme]\nheaders: { X-Key: "\${env:KEY}" }\n`;
    expect(faultsOf('webhook-endpoint', text)).toEqual([]);
    expect(faultsOf('permission', '- name: invoices.read\n- name: invoices.approve\n')).toEqual([]);
  });

  it('refuses secrets, members that do not exist and resources without a name', () => {
    expect(faultsOf('webhook-endpoint', `${endpoint}headers: { X-Key: abc }\n`)).not.toEqual([]);
    expect(faultsOf('webhook-endpoint', `${endpoint}eventType: []\n`)).not.toEqual([]);
    expect(faultsOf('application', 'name: Shop\ntype: web\n')).not.toEqual([]);
    expect(
      faultsOf('access-policy', 'name: A\nconditions: {}\ncontrols: { block: true }\n'),
    ).not.toEqual([]);
  });
});
