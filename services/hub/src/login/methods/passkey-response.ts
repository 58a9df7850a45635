import { parseJsonText } from '@platform/kit/http';
import type { Form } from '../steps/login-step.ts';

/** The answer of the browser to a passkey prompt, as the page's script sends it. */
export function parsedResponse(form: Form): object | undefined {
  try {
    const value = parseJsonText(form['response'] ?? '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
