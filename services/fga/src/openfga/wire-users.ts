import type { OpenfgaUser } from '@platform/contracts';

/** A subject as OpenFGA shows it: an object, a userset or a wildcard. */
export function wireUser(subject: string): OpenfgaUser {
  const colon = subject.indexOf(':');
  const type = subject.slice(0, colon);
  const [id = '', relation] = subject.slice(colon + 1).split('#');
  if (relation !== undefined) return { userset: { type, id, relation } };
  return id === '*' ? { wildcard: { type } } : { object: { type, id } };
}
