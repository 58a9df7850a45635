import { expect, test } from 'vitest';
import { claimMemory, memoryKey } from './claim-memory.ts';
import { question } from './claim-question-fixture.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';

const schema = {
  claimName: 'plan',
  createdAt: new Date(0),
  revision: 1,
  source: { endpointId: 'whe_a', pointer: '/plan', cacheTtlSeconds: 60, staleIfErrorSeconds: 60 },
} as unknown as EndpointClaimSchema;
const key = memoryKey('whe_a', question);

test.each<[string, (memory: ReturnType<typeof claimMemory>) => void, boolean]>([
  ['nobody', () => undefined, true],
  ['this person', (memory) => memory.forget('tnt_a', 'usr_a'), false],
  ['the whole tenant', (memory) => memory.forget('tnt_a'), false],
])('a value is cached if %s was invalidated during the call: %#', (_who, meanwhile, isKept) => {
  const memory = claimMemory({ maxEntries: 10, clock: () => 0 });
  const keep = memory.asking();
  meanwhile(memory);
  keep(key, question, [{ schema, finding: { value: 'gold' } }]);
  expect(memory.fresh(key, schema)?.value).toBe(isKept ? 'gold' : undefined);
  memory.asking()(key, question, [{ schema, finding: { value: 'silver' } }]);
  expect(memory.fresh(key, schema)?.value).toBe('silver');
});
