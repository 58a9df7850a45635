import { contextProperties, propertiesByContext } from '../contexts/properties.ts';
import { gatewayProperties } from '../gateway/properties.ts';
import type { ContextName } from '../services.ts';
import { sharedProperties } from './shared-properties.ts';
import type { Property, PropertyTypes } from './property.ts';

/** Every `platform.*` property that a built part reads. A key outside this list stops the start. */
export const properties = {
  ...sharedProperties,
  ...gatewayProperties,
  ...contextProperties,
};

/** A property's name. */
export type PropertyName = keyof typeof properties;

/** The value of a property once it is read. */
export type PropertyValue<N extends PropertyName> =
  (typeof properties)[N] extends Property<infer T> ? PropertyTypes[T] : never;

/** Former names that are read like the property they stand for. */
export const propertyAliases: Readonly<Record<string, PropertyName>> = {
  'platform.hub.infra-secret-reconciler.thoryn-cli-secret':
    'platform.hub.infra-secret-reconciler.cli-secret',
};

/** Properties by the process that reads them; those under `shared` concern every process. */
export const propertyGroups = {
  shared: sharedProperties,
  gateway: gatewayProperties,
  ...(propertiesByContext satisfies Record<ContextName, Record<string, unknown>>),
};
