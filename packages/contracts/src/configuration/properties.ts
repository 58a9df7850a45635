import { contextProperties, propertiesByContext } from '../contexts/properties.ts';
import { gatewayProperties } from '../gateway/properties.ts';
import type { ContextName } from '../services.ts';
import { sharedProperties } from './shared-properties.ts';
import type { Property, PropertyTypes } from './property.ts';

/** Every `platform.*` property. A key outside this list prevents the start. */
export const properties = {
  ...sharedProperties,
  ...gatewayProperties,
  ...contextProperties,
};

/** A property's name. */
export type PropertyName = keyof typeof properties;

/** The value of a property after parsing. */
export type PropertyValue<N extends PropertyName> =
  (typeof properties)[N] extends Property<infer T> ? PropertyTypes[T] : never;

/** Former names of properties, which are still accepted. */
export const propertyAliases: Readonly<Record<string, PropertyName>> = {
  'platform.hub.infra-secret-reconciler.thoryn-cli-secret':
    'platform.hub.infra-secret-reconciler.cli-secret',
};

/** Properties by the process that reads them; those under `shared` apply to every process. */
export const propertyGroups = {
  shared: sharedProperties,
  gateway: gatewayProperties,
  ...(propertiesByContext satisfies Record<ContextName, Record<string, unknown>>),
};
