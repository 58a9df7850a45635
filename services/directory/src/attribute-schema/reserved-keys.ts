import { Organization, User } from '@platform/contracts';
import type { EntityKind } from './attribute-definition.ts';

const prototypeNames = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

/** Keys that no attribute may have: properties of the resource itself, and names that objects have anyway. */
export const reservedKeys: Record<EntityKind, ReadonlySet<string>> = {
  user: new Set([...Object.keys(User.shape), ...prototypeNames]),
  organization: new Set([...Object.keys(Organization.shape), ...prototypeNames]),
};
