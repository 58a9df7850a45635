import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';

/** Configuration set by a test. */
export type TestProperties = Partial<Record<PropertyName, string>>;

/** Converts properties to the environment variables of a process. */
export const toEnvironment = (properties: TestProperties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [environmentName(name), value]),
  );
