// Runs in a worker thread. JavaScript, because threads load it from the sources as it stands.
import { transformer } from '@openfga/syntax-transformer';

const maxErrors = 20;

/** @param {{ line?: { start?: number }, column?: { start?: number }, msg?: unknown }} error */
const syntaxError = ({ line, column, msg }) => ({
  line: (line?.start ?? 0) + 1,
  column: (column?.start ?? 0) + 1,
  message: String(msg),
});

/**
 * @param {() => unknown} transform
 * @returns {import('./dsl-worker.ts').DslReply}
 */
function replyOf(transform) {
  try {
    return { result: transform() };
  } catch (error) {
    const { errors, message } = /** @type {{ errors?: object[], message?: string }} */ (error);
    if (!Array.isArray(errors)) return { fault: String(message) };
    return { syntax: errors.slice(0, maxErrors).map(syntaxError) };
  }
}

/** @param {string} dsl */
export const parse = (dsl) => replyOf(() => transformer.transformDSLToJSONObject(dsl));

/** @param {any} model */
export const print = (model) => replyOf(() => transformer.transformJSONToDSL(model));
