export { HookFailed, hookCall } from './hook-call.ts';
export type { CallHook, HookAnswered, HookFailure, HookTarget } from './hook-call.ts';
export { readHookAnswer } from './hook-answer.ts';
