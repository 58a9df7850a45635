import { exitCodeOf, exitCodes, isOutcome } from '@platform/command-line/failure';
import { flagWord } from '@platform/command-line/flag-word';
import type { PlatformProblem } from '@platform/sdk';
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { Session } from './session/session.ts';

/** By name: loading the SDK takes time that errors in the command line do not need. */
const isProblem = (error: unknown): error is PlatformProblem =>
  error instanceof Error && error.name === 'PlatformProblem';

const denied = new Set(['token_unavailable', 'not_entitled', 'ip_denied']);
const unavailable = new Set(['connection_failed', 'timed_out', 'unexpected_response']);

/** The exit code of an error. */
export function exitCodeOfError(error: unknown): number {
  if (!isProblem(error)) return exitCodeOf(error);
  const { code, status } = error;
  if (denied.has(code) || status === 401 || status === 403) return exitCodes.denied;
  if (status === 404 || status === 410) return exitCodes.notFound;
  if (status === 409 || status === 412) return exitCodes.conflict;
  if (unavailable.has(code) || status === 429 || status >= 500) return exitCodes.unavailable;
  return exitCodes.error;
}

/** The flag of a pointer, such as `/name/givenName`; the pointer itself if the command has no such flag. */
function subjectOf(pointer: string, command: Command | undefined): string {
  const path = pointer.replace(/^\//, '').split('/');
  for (let length = path.length; length > 0; length--) {
    const word = path.slice(0, length).map(flagWord).join('.');
    const found = command?.options.find(({ long }) =>
      [`--${word}`, `--body.${word}`, `--${word}-file`].includes(long ?? ''),
    );
    if (found?.long) return length === path.length ? found.long : `${found.long} (${pointer})`;
  }
  return pointer.replace(/^\//, '');
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A detail as a sentence. */
const sentence = (text: string): string => capitalized(/[.!?]$/.test(text) ? text : `${text}.`);

/** Who ran the failed command; undefined if it failed before that was known. */
export type Caller = Pick<Session, 'api' | 'profile'> | undefined;

/** How to get scopes that a token lacks. */
function scopeAdvice({ errors, detail }: PlatformProblem, caller: Caller): string {
  const named = [detail, ...errors.map((one) => one.detail)].join(' ').match(/tenant:[a-z.-]+\w/g);
  const scopes = [...new Set(named ?? [])].join(' and ') || 'it';
  const { as, clientId } = caller?.profile ?? {};
  if (as === 'user')
    return `Ask an administrator for a role that grants ${scopes}, then run \`tenantctl login\` again.`;
  if (as === 'application')
    return `Add ${scopes} to allowedScopes of the application ${clientId}, then run \`tenantctl login\` again.`;
  return `Use a token with ${scopes}.`;
}

/** What the person can do about a problem. */
function wayOut(problem: PlatformProblem, caller: Caller): string | undefined {
  const { code, retryAfterSeconds, status } = problem;
  switch (code) {
    case 'insufficient_scope':
      return scopeAdvice(problem, caller);
    case 'token_expired':
    case 'token_invalid':
      return 'Sign in again: `tenantctl login`.';
    case 'precondition_failed':
      return 'Read the current version, then repeat the change.';
    case 'rate_limited':
      return `Try again in ${retryAfterSeconds ?? 60} seconds.`;
    case 'connection_failed':
    case 'timed_out':
      return (
        caller && `The URL of the API is ${caller.api}. Change it with \`tenantctl login --api\`.`
      );
    case 'unexpected_response':
      return `The response with status ${status} is not from the API. Change its URL with \`tenantctl login --api\`.`;
    default:
      return undefined;
  }
}

/** The error of a token source, which the SDK wraps. */
const causeOf = (error: PlatformProblem): unknown =>
  error.code === 'token_unavailable' ? error.cause : undefined;

const oauthAdvice: Readonly<Record<string, string>> = {
  invalid_client:
    'The issuer does not accept the client id and secret. Run `tenantctl login` again.',
  access_denied: 'You have declined the sign-in.',
  expired_token: 'The code has expired. Run `tenantctl login` again.',
  invalid_scope: 'None of these scopes is allowed. Request others with --scope.',
};

function otherLines(error: unknown): string[] {
  const { message, name, error: oauth = '' } = error as Error & { error?: string };
  if (name === 'OAuthError')
    return [`error: ${oauthAdvice[oauth] ?? sentence(message)} (${oauth})`];
  const { cause } = error as Error;
  const isNetwork = name === 'TypeError' && message === 'fetch failed';
  if (isNetwork)
    return [
      `error: The issuer cannot be reached: ${(cause as Error | undefined)?.message ?? message}.`,
    ];
  return [`error: ${message}`];
}

/** The lines to print for an error; empty if Commander has already printed it. */
export function failureLines(error: unknown, command?: Command, caller?: Caller): string[] {
  if (error instanceof CommanderError || isOutcome(error)) return [];
  if (!isProblem(error)) return otherLines(error);
  const cause = causeOf(error);
  if (cause instanceof Error) return otherLines(cause);
  const { code, errors, requestId } = error;
  const advice = wayOut(error, caller);
  const details = errors.map(({ pointer, detail }) => {
    const subject = subjectOf(pointer ?? '', command);
    return `  ${subject ? `${subject}: ` : ''}${detail}`;
  });
  return [
    `error: ${sentence(error.detail)} (${code})`,
    ...(details.length === 1 &&
    error.detail.includes(errors[0]!.detail) &&
    !details[0]!.includes('--')
      ? []
      : details),
    ...(advice ? [`  ${advice}`] : []),
    ...(requestId && error.status >= 500 ? [`  Request ${requestId}`] : []),
  ];
}
