import { expect, test } from 'vitest';
import { auditEvents } from '../events/audit-events.ts';
import { sharedProperties } from '../configuration/shared-properties.ts';
import { gatewayMetrics } from '../gateway/metrics.ts';
import { gatewayProperties } from '../gateway/properties.ts';
import { sharedMetrics } from '../metrics/shared-metrics.ts';
import { eventsByContext } from './events.ts';
import { idsByContext } from './ids.ts';
import { metricsByContext } from './metrics.ts';
import { operationsByContext } from './operations.ts';
import { propertiesByContext } from './properties.ts';
import { tagsByContext } from './tags.ts';

// A merged list keeps the last of two declarations of a name, and the compiler does not report the
// other.
test.each<[string, object[]]>([
  ['id', Object.values(idsByContext)],
  ['event', [...Object.values(eventsByContext), auditEvents]],
  ['operation', Object.values(operationsByContext)],
  ['property', [...Object.values(propertiesByContext), sharedProperties, gatewayProperties]],
  ['metric', [...Object.values(metricsByContext), sharedMetrics, gatewayMetrics]],
  ['tag', Object.values(tagsByContext)],
])('no two contexts declare the same %s', (_what, groups) => {
  const names = groups.flatMap((group) => Object.keys(group));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('no two kinds of ids have the same prefix', () => {
  const prefixes = ['req', 'job', ...Object.values(idsByContext).flatMap(Object.values<string>)];
  expect(prefixes.filter((prefix, at) => prefixes.indexOf(prefix) !== at)).toEqual([]);
});
