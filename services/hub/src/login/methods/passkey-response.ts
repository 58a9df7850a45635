import { parseJsonText } from '@platform/kit/http';
import type { Form } from '../steps/login-step.ts';

/** Reads the browser's response to a passkey prompt. Undefined if it is not a JSON object. */
export function parsePasskeyResponse(form: Form): object | undefined {
  try {
    const value = parseJsonText(form['response'] ?? '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
