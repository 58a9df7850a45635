import { z } from 'zod';

/**
 * The members that each format requires (RFC 9493 §3.2). Other formats are accepted unchecked and
 * match no user.
 */
const formatMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ['account', ['uri']],
  ['did', ['url']],
  ['email', ['email']],
  ['iss_sub', ['iss', 'sub']],
  ['opaque', ['id']],
  ['phone_number', ['phone_number']],
  ['uri', ['uri']],
]);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const hasFormatMembers = (identifier: { format: string } & Record<string, unknown>): boolean =>
  (formatMembers.get(identifier.format) ?? []).every((name) => isText(identifier[name]));
const incomplete = { error: 'must have the members that its format requires' };

const members = {
  format: z.string().min(1).max(64),
  iss: z.string().max(2048).optional(),
  sub: z.string().max(256).optional(),
  email: z.string().max(320).optional(),
};
const identifier = z.looseObject(members).refine(hasFormatMembers, incomplete);
const part = identifier.optional();

/** The parts of a complex subject (SSF 1.0 §3.3). */
const parts = {
  user: part,
  device: part,
  session: part,
  application: part,
  tenant: part,
  org_unit: part,
  group: part,
};

/**
 * The subject of a stream (RFC 9493, SSF 1.0 §3); in a complex subject, only the user is relevant.
 */
export const SsfSubject = z
  .looseObject({
    ...members,
    ...parts,
    identifiers: z.array(identifier).max(20).optional().describe('Of the format `aliases`.'),
  })
  .refine((subject) => {
    if (subject.format === 'complex')
      return Object.keys(parts).some((name) => subject[name] !== undefined);
    if (subject.format === 'aliases') return (subject.identifiers ?? []).length > 0;
    return hasFormatMembers(subject);
  }, incomplete);
export type SsfSubject = z.output<typeof SsfSubject>;
