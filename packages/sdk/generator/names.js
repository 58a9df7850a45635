import { resourceTree } from '@platform/contracts';

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);
export const kebabCase = (text) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `organizations.members.put` → `OrganizationsMembersPut`. */
export const typeNameOf = (dotted) => dotted.split('.').map(capitalized).join('');

/** The method's name and its resource's. */
export function placeOf(operationId) {
  const name = resourceTree[operationId];
  const dot = name.lastIndexOf('.');
  return { name, resource: name.slice(0, dot), verb: name.slice(dot + 1) };
}

/** `{orgId}` … of a path template. */
export const pathNames = (path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
