import { z } from 'zod';

/**
 * Comparisons of a claim. Excludes regular expressions: a hostile claim must not be able to stall a
 * login.
 */
export const jitOperators = [
  'exists',
  'equals',
  'not_equals',
  'in',
  'contains',
  'starts_with',
  'ends_with',
  'email_domain',
  'glob',
] as const;

/** When a just-in-time provisioning rule applies. */
export type JitCondition =
  | { all: JitCondition[] }
  | { any: JitCondition[] }
  | { not: JitCondition }
  | { claim: string; op: (typeof jitOperators)[number]; value?: unknown };

const comparison = z.strictObject({
  claim: z.string().min(1).max(255),
  op: z.enum(jitOperators),
  value: z
    .union([z.string().max(1024), z.number(), z.boolean(), z.array(z.string().max(1024)).max(200)])
    .optional(),
});
const maxDepth = 5;

/** Conditions nest at most five levels deep. */
const conditionAt = (depth: number): z.ZodType<JitCondition> =>
  depth >= maxDepth
    ? comparison
    : z.union([
        z.strictObject({
          all: z
            .array(conditionAt(depth + 1))
            .min(1)
            .max(20),
        }),
        z.strictObject({
          any: z
            .array(conditionAt(depth + 1))
            .min(1)
            .max(20),
        }),
        z.strictObject({ not: conditionAt(depth + 1) }),
        comparison,
      ]);

const name = z.string().min(1).max(255);
const action = z.union([
  z.strictObject({
    create: z.strictObject({ status: z.enum(['active', 'suspended']).optional() }),
  }),
  z.strictObject({
    set_attribute: z.strictObject({
      from: name,
      to: name,
      overwrite: z.boolean().optional(),
    }),
  }),
  z.strictObject({
    join: z.strictObject({ organizationId: name, roles: z.array(name).max(50).optional() }),
  }),
  z.strictObject({ leave: z.strictObject({ organizationId: name }) }),
  z.strictObject({
    assign_role: z.strictObject({ role: name, organizationId: name.optional() }),
  }),
  z.strictObject({
    unassign_role: z.strictObject({ role: name, organizationId: name.optional() }),
  }),
  z.strictObject({ deny: z.strictObject({ message: z.string().min(1).max(200) }) }),
]);

/** One action of a rule, named by its only member. */
export type JitAction = z.output<typeof action>;

/** A just-in-time provisioning rule: the actions for users who sign in through a connection. */
export const JitRule = z.strictObject({
  name: z.string().min(1).max(100),
  enabled: z.boolean().default(true),
  /** Ids of directories or names of social connectors; empty: all. */
  connections: z.array(name).max(100).default([]),
  /** Absent: always applies. */
  when: conditionAt(1).optional(),
  sync: z.enum(['every_login', 'first_login']).default('every_login'),
  actions: z.array(action).min(1).max(20),
  /** Whether to skip the later rules. */
  stop: z.boolean().default(false),
});
/** See {@link JitRule}. */
export type JitRule = z.output<typeof JitRule>;

/** Rules by tenant, in order. */
export type JitRules = Readonly<Record<string, readonly JitRule[]>>;
