import { imageSize } from 'image-size';
import { SaxesParser } from 'saxes';

const maxPixels = 4096;
const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const elements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'handler',
  'set',
]);

/** Only a part of the same document, or an image within the text. */
const isInternal = (value) => value.startsWith('#') || /^data:image\/(png|jpeg|webp);/i.test(value);

function styleFault(text) {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  if (/@import|\\|expression\s*\(/i.test(plain)) return 'svg_style';
  const urls = [...plain.matchAll(/url\(\s*['"]?([^'")]*)/gi)];
  return urls.every(([, target]) => isInternal(target.trim()))
    ? undefined
    : 'svg_external_reference';
}

function attributeFault(name, value) {
  const local = name.split(':').at(-1).toLowerCase();
  if (local.startsWith('on')) return 'svg_script';
  if ((local === 'href' || local === 'src') && !isInternal(value.trim()))
    return 'svg_external_reference';
  if (/^\s*javascript:/i.test(value)) return 'svg_script';
  return styleFault(value);
}

/** Why an SVG is not served, or undefined. It is refused, not cleaned: what is served is what was checked. */
export function svgFault(text) {
  let fault;
  const note = (found) => {
    fault ??= found;
  };
  const parser = new SaxesParser({ xmlns: false });
  let inStyle = 0;
  parser.on('error', () => note('svg_malformed'));
  parser.on('doctype', () => note('svg_doctype'));
  parser.on('processinginstruction', () => note('svg_processing_instruction'));
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.split(':').at(-1).toLowerCase();
    if (elements.has(local)) note(local === 'script' ? 'svg_script' : 'svg_element');
    if (local === 'style') inStyle += 1;
    for (const [attribute, value] of Object.entries(attributes)) {
      // Namespaces are names, not references.
      if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) continue;
      note(attributeFault(attribute, value));
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name.split(':').at(-1).toLowerCase() === 'style') inStyle -= 1;
  });
  parser.on('text', (text_) => {
    if (inStyle > 0) note(styleFault(text_));
  });
  parser.on('cdata', (text_) => {
    if (inStyle > 0) note(styleFault(text_));
  });
  try {
    parser.write(text).close();
  } catch {
    note('svg_malformed');
  }
  return fault;
}

/** @param {Uint8Array} content */
function facts(content) {
  const { type = '', width, height } = imageSize(content);
  const mediaType = mediaTypes[type];
  if (mediaType === undefined) return { fault: 'unsupported_type' };
  if (!(width >= 1 && height >= 1)) return { fault: 'no_dimensions' };
  if (width > maxPixels || height > maxPixels) return { fault: 'too_many_pixels' };
  return { mediaType, width: Math.round(width), height: Math.round(height) };
}

/**
 * The type and size of an image, by its bytes.
 * @param {Uint8Array} content
 */
export function inspectImage(content) {
  const found = (() => {
    try {
      return facts(content);
    } catch {
      return { fault: 'unsupported_type' };
    }
  })();
  if (found.mediaType !== 'image/svg+xml') return found;
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return { fault: 'svg_malformed' };
  }
  const fault = svgFault(text);
  return fault === undefined ? found : { fault };
}
