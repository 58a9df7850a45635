import { complianceProperties } from '../compliance/properties.ts';
import { directoryProperties } from '../directory/properties.ts';
import { fgaProperties } from '../fga/properties.ts';
import { gatewayProperties } from '../gateway/properties.ts';
import { hubProperties } from '../hub/properties.ts';
import { identityFacadeProperties } from '../identity-facade/properties.ts';
import { outboundProperties } from '../outbound/properties.ts';
import { sharedProperties } from './shared-properties.ts';
import type { Property, PropertyTypes } from './property.ts';

/** Every `platform.*` property that a built part reads. A key outside this list stops the start. */
export const properties = {
  ...sharedProperties,
  ...gatewayProperties,
  ...hubProperties,
  ...identityFacadeProperties,
  ...directoryProperties,
  ...complianceProperties,
  ...outboundProperties,
  ...fgaProperties,
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

/** Properties grouped as the reference shows them. */
export const propertyGroups = {
  'Every process': sharedProperties,
  Gateway: gatewayProperties,
  Hub: hubProperties,
  'Identity facade': identityFacadeProperties,
  Directory: directoryProperties,
  Compliance: complianceProperties,
  Outbound: outboundProperties,
  Access: fgaProperties,
} as const satisfies Record<string, Record<string, Property<never> | unknown>>;
