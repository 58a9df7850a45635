import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';

/** What a test sets of the configuration. */
export type TestProperties = Partial<Record<PropertyName, string>>;

/** Configuration by property name, as a process finds it in its environment. */
export const toEnvironment = (properties: TestProperties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [environmentName(name), value]),
  );
