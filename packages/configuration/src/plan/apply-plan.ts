import { pathOf } from '@platform/contracts';
import { isProblem } from '@platform/sdk';
import type { Platform, Problem } from '@platform/sdk';
import { variableOf } from '../files/printed-yaml.ts';
import type { Declared } from '../files/read-configuration.ts';
import { kinds } from '../kinds/kinds.ts';
import { newSigningSecret } from '../members/signing-secret.ts';
import type { Members } from '../members/members.ts';
import type { Change, Plan } from './change.ts';
import { changeUnlessChanged } from './conditional-change.ts';
import { sentBody } from './sent-body.ts';

/** A secret that an application of a plan has made. */
export interface NewSecret {
  /** `application/ledger`. */
  address: string;
  /** The member of the response that is the secret. */
  member: string;
  /** A name for a variable with the secret: `APPLICATION_LEDGER_CLIENT_SECRET`. */
  variable: string;
  value: string;
}

/** What an application of a plan reports. */
export interface ApplyOptions {
  /** Stores a new secret. Nothing else happens until it has. Required if the plan makes secrets. */
  onSecret?: (secret: NewSecret) => void | Promise<void>;
  /** Is called before the creation of a resource whose secret only the response contains. What was lost with an interrupted run can be made again: see `remakeSecret`. */
  onSecretAwaited?: (address: string) => void | Promise<void>;
  /** Is called when a change begins and when it is made. */
  onChange?: (change: Change, state: 'begun' | 'made') => void;
  /** Ends the application after the change in progress. */
  signal?: AbortSignal;
}

/** A plan that could not be applied. Planning again shows what is left. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError';
  /** The resource whose change failed. */
  readonly address: string;
  /** Changes that were made before. */
  readonly made: number;

  constructor(
    message: string,
    { address, made, cause }: Pick<ApplyError, 'address' | 'made' | 'cause'>,
  ) {
    super(message, { cause });
    this.address = address;
    this.made = made;
  }
}

interface Context {
  platform: Platform;
  ids: Map<string, string>;
  options: ApplyOptions;
}

const planAgain = 'Plan again to see the difference';

/** The faults that the API has found, where they are in the files. */
const faultsOf = ({ errors, detail: whole }: Problem, declared: Declared | undefined): string[] =>
  errors.flatMap(({ pointer, detail }) => {
    if (pointer === undefined) return whole.includes(detail) ? [] : [detail];
    const place = declared?.placeOf(pathOf(pointer));
    const at = place ? `${place.file}:${place.line}:${place.column}: ` : '';
    return [`${at}${pathOf(pointer).join('.')} ${detail}`];
  });

/** Says who has interfered, if someone has. */
function failureOf({ action, address, declared }: Change, problem: Problem): string {
  if (problem.code === 'precondition_failed')
    return `${address} has been changed by someone else since the plan was made. ${planAgain}.`;
  if (problem.code === 'not_found' && action === 'update')
    return `${address} has been deleted by someone else since the plan was made. ${planAgain}.`;
  if (problem.code === 'already_exists' && action === 'create')
    return `${address} has been created by someone else since the plan was made, or its name is taken: ${problem.detail}. ${planAgain}.`;
  return [`${address}: ${problem.detail} (${problem.code})`, ...faultsOf(problem, declared)].join(
    '\n  ',
  );
}

const newSecret = (address: string, member: string, value: string): NewSecret => ({
  address,
  member,
  variable: variableOf(address, [member]),
  value,
});

/** A secret that the platform accepts instead of making one, so that it is stored before it is used. */
async function withOwnSecret(change: Change, body: Members, context: Context): Promise<Members> {
  const { kind, address, makesSecret } = change;
  if (!makesSecret || !kind.newSecret?.isOwn) return body;
  const { member } = kind.newSecret;
  const value = newSigningSecret();
  await context.options.onSecret?.(newSecret(address, member, value));
  return { ...body, [member]: value };
}

async function create(change: Change, context: Context): Promise<void> {
  const { kind, address, makesSecret } = change;
  const { platform, ids, options } = context;
  const { body, additional } = sentBody({ ...change, found: undefined }, ids);
  const sent = await withOwnSecret(change, body, context);
  if (makesSecret && !kind.newSecret?.isOwn) await options.onSecretAwaited?.(address);
  const made = await kind.create({ platform, body: sent, additional });
  ids.set(address, kind.id(made));
  const value = (made as Members)[kind.newSecret?.member ?? ''];
  if (makesSecret && !kind.newSecret?.isOwn && typeof value === 'string')
    await options.onSecret?.(newSecret(address, kind.newSecret?.member ?? '', value));
}

async function remove(change: Change, context: Context): Promise<void> {
  const { platform } = context;
  try {
    await changeUnlessChanged(change, context, (target) =>
      change.kind.delete?.({ platform, ...target }),
    );
  } catch (error) {
    // Someone else, or an earlier attempt, has deleted it.
    if (!isProblem(error, 'not_found')) throw error;
  }
}

const update = (change: Change, context: Context): Promise<void> => {
  const { platform, ids } = context;
  const sent = sentBody(change, ids);
  return changeUnlessChanged(change, context, (target) =>
    change.kind.update?.({ platform, ...sent, ...target }),
  );
};

async function make(change: Change, context: Context): Promise<void> {
  switch (change.action) {
    case 'create':
      return create(change, context);
    case 'update':
      return update(change, context);
    case 'delete':
      return remove(change, context);
    case 'replace':
      await remove(change, context);
      return create(change, context);
  }
}

/**
 * Makes another secret for a resource that was created, but whose secret was lost before it was stored.
 * @param address such as `application/ledger`
 * @returns undefined if the platform cannot make another one
 */
export async function remakeSecret(
  platform: Platform,
  address: string,
): Promise<NewSecret | undefined> {
  const kind = kinds.find(({ name }) => address.startsWith(`${name}/`));
  const { member, remake } = kind?.newSecret ?? {};
  if (!kind || member === undefined || !remake) return undefined;
  const value = await remake(platform, address.slice(kind.name.length + 1));
  return newSecret(address, member, value);
}

/**
 * Makes the changes of a plan, in their order. A resource that has been changed since the plan was made is an error. An interrupted
 * application is continued by planning and applying again, since resources are found by their names.
 * @param platform the SDK with a token of the tenant
 * @param plan from `planChanges`
 * @returns the number of changes
 * @throws ApplyError with the address of the resource that could not be changed
 */
export async function applyPlan(
  platform: Platform,
  plan: Plan,
  options: ApplyOptions = {},
): Promise<number> {
  const secretive = plan.changes.find(({ makesSecret }) => makesSecret);
  if (secretive && !options.onSecret)
    throw new TypeError(`${secretive.address} makes a secret: pass onSecret to store it`);
  const context: Context = { platform, ids: new Map(plan.ids), options };
  let made = 0;
  for (const change of plan.changes) {
    options.signal?.throwIfAborted();
    options.onChange?.(change, 'begun');
    try {
      await make(change, context);
    } catch (cause) {
      if (!isProblem(cause)) throw cause;
      throw new ApplyError(failureOf(change, cause), { address: change.address, made, cause });
    }
    options.onChange?.(change, 'made');
    made++;
  }
  return made;
}
