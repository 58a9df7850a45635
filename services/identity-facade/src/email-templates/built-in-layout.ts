import type { CredentialRequester } from '@platform/contracts';

/** The texts of one type of mail, in Liquid. */
export interface MailCopy {
  subject: string;
  preheader: string;
  heading: string;
  body: string[];
  /** Label of the button, for types with a required or optional link. */
  button?: string;
  /** What recipients do if they did not cause the mail. */
  note?: string;
}

/** The texts of every mail of a locale. */
export interface CommonCopy {
  greeting: string;
  linkHint: string;
  expiresMinutes: string;
  /** Labels of the origin of a request. */
  origin: {
    time: string;
    /** Format of Liquid's `date`, with the time zone. */
    timeFormat: string;
    device: string;
    place: string;
    ipAddress: string;
    requestedBy: string;
    /** Labels of those who can request a change. */
    requesters: Record<CredentialRequester, string>;
    colon: string;
  };
  support: string;
  privacy: string;
}

/** The parts of a built-in mail. */
export interface MailParts {
  locale: string;
  common: CommonCopy;
  mail: MailCopy;
  secret: 'link' | 'code' | null;
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const styles = `
  body { margin: 0; padding: 0; }
  a { color: #2450cf; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0c0e13 !important; }
    .card { background: #151922 !important; border-color: #2a3040 !important; }
    .text, .heading, .brand { color: #f1f3f7 !important; }
    .muted, .muted a { color: #a5aebd !important; }
    .code { background: #1f2531 !important; color: #f1f3f7 !important; }
    .rule { border-color: #2a3040 !important; }
  }
  @media (max-width: 600px) {
    .frame { padding: 0 !important; }
    .card { border-radius: 0 !important; border-width: 0 !important; padding: 28px 20px !important; }
  }`;

const paragraph = (content: string, style = 'margin:0 0 16px', name = 'text'): string =>
  `<p class="${name}" style="${style};font:400 16px/24px ${font};color:${name === 'muted' ? '#566070' : '#161a22'}">${content}</p>`;
const small = (content: string, margin = '0 0 8px'): string =>
  `<p class="muted" style="margin:${margin};font:400 13px/20px ${font};color:#566070">${content}</p>`;

const brand = `<td style="padding:0 0 24px">
{%- if branding.logoUrl -%}
<img src="{{ branding.logoUrl }}" alt="{{ branding.displayName }}" height="40" style="display:block;height:40px;max-width:220px;border:0">
{%- else -%}
<span class="brand" style="font:600 17px/24px ${font};color:#161a22">{{ branding.displayName }}</span>
{%- endif -%}
</td>`;

function button({ mail, common }: Pick<MailParts, 'mail' | 'common'>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:{{ branding.primaryColor | default: '#2B59E0' }}">
<a href="{{ link }}" style="display:inline-block;padding:10px 24px;font:600 16px/24px ${font};color:{{ branding.onPrimaryColor | default: '#FFFFFF' }};text-decoration:none;border-radius:8px">${mail.button ?? ''}</a>
</td></tr></table>
${small(`${common.linkHint}<br><a href="{{ link }}" style="word-break:break-all">{{ link }}</a>`)}`;
}

const codeBox = `<p class="code" style="margin:8px 0 24px;padding:16px;border-radius:8px;background:#f1f3f7;text-align:center;font:600 32px/40px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:6px;color:#161a22">{{ code }}</p>`;

function secretHtml(parts: MailParts): string {
  if (parts.secret === 'link') return button(parts);
  return parts.secret === 'code' ? codeBox : '';
}

/** The button of a notice: its link is a way to object, not the purpose of the mail. */
const optionalButton = ({ mail, common, secret }: MailParts): string =>
  secret === null && mail.button !== undefined
    ? `{% if link %}${button({ mail, common })}{% endif %}`
    : '';

const expiry = ({ common, secret }: MailParts): string =>
  secret === null ? '' : `{% if expiresInMinutes %}${common.expiresMinutes}{% endif %}`;

const requester = ({ common: { origin } }: MailParts): string => {
  const cases = Object.entries(origin.requesters).map(
    ([name, shown]) => `{% when '${name}' %}${shown}`,
  );
  return `{% case request.requestedBy %}${cases.join('')}{% endcase %}`;
};

/** The known origin of a request as name-value pairs: requester, place and time. */
function originFacts(parts: MailParts): [string, string, string][] {
  const { origin } = parts.common;
  const address = `${origin.ipAddress} {{ request.ip }}`;
  const place = `{% if request.country and request.ip %}{{ request.country }} (${address}){% elsif request.country %}{{ request.country }}{% else %}${address}{% endif %}`;
  const at = `{{ request.time | date: '${origin.timeFormat}' }}`;
  return [
    ['request.time', origin.time, at],
    ['request.userAgent', origin.device, '{{ request.userAgent }}'],
    ['request.country or request.ip', origin.place, place],
    ['request.requestedBy', origin.requestedBy, requester(parts)],
  ];
}

const originHtml = (parts: MailParts): string =>
  originFacts(parts)
    .map(
      ([condition, name, value]) =>
        `{% if ${condition} %}${small(`<b>${name}${parts.common.origin.colon}</b> ${value}`, '0 0 2px')}{% endif %}`,
    )
    .join('\n');

/** Each line ends itself, the last one with an empty line, so that unknown values leave nothing behind. */
function originText(parts: MailParts): string {
  const facts = originFacts(parts);
  const lines = facts.map(
    ([condition, name, value]) =>
      `{% if ${condition} %}${name}${parts.common.origin.colon} ${value}\n{% endif %}`,
  );
  const anyKnown = facts.map(([condition]) => condition).join(' or ');
  return `${lines.join('')}{% if ${anyKnown} %}\n{% endif %}`;
}

const footer = ({ common }: MailParts): string =>
  [
    `{% if branding.supportEmail %}${small(`${common.support} <a href="mailto:{{ branding.supportEmail }}">{{ branding.supportEmail }}</a>`)}{% endif %}`,
    `{% if branding.privacyPolicyUrl %}${small(`<a href="{{ branding.privacyPolicyUrl }}">${common.privacy}</a>`)}{% endif %}`,
  ].join('\n');

/** The HTML of a built-in mail: one column of 560 px, readable without images and in dark mode. */
export function mailHtml(parts: MailParts): string {
  const { locale, mail, common } = parts;
  const notes = [expiry(parts), mail.note ?? '']
    .filter((note) => note !== '')
    .map((note) => small(note));
  const origin = `<div style="margin:0 0 16px">\n${originHtml(parts)}\n</div>`;
  // A notice is about what happened; any other mail is about its link or code.
  const sections =
    parts.secret === null
      ? [origin, ...notes, optionalButton(parts)]
      : [secretHtml(parts), ...notes, origin];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${mail.heading}</title>
<style>${styles}
</style>
</head>
<body class="page" style="background:#f6f7f9">
<div data-preheader style="display:none;max-height:0;overflow:hidden">${mail.preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f7f9"><tr><td align="center" class="frame" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="card" style="background:#ffffff;border:1px solid #e3e6eb;border-radius:14px;padding:32px;text-align:start">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${brand}</tr></table>
<h1 class="heading" style="margin:0 0 16px;font:600 22px/30px ${font};color:#161a22">${mail.heading}</h1>
${paragraph(common.greeting)}
${mail.body.map((content) => paragraph(content)).join('\n')}
${sections.join('\n')}
<hr class="rule" style="margin:24px 0;border:0;border-top:1px solid #e3e6eb">
${footer(parts)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const optionalLinkText = ({ mail, secret }: MailParts): string =>
  secret === null && mail.button !== undefined
    ? `{% if link %}${mail.button}:\n{{ link }}\n\n{% endif %}`
    : '';

const secretText = ({ mail, secret }: MailParts): string[] => {
  if (secret === 'link') return [`${mail.button ?? ''}:\n{{ link }}`];
  return secret === 'code' ? ['    {{ code }}'] : [];
};

/** The plain text of a built-in mail. */
export function mailText(parts: MailParts): string {
  const { mail, common } = parts;
  const closing = `--\n{{ branding.displayName }}{% if branding.supportEmail %}\n${common.support} {{ branding.supportEmail }}{% endif %}{% if branding.privacyPolicyUrl %}\n${common.privacy}: {{ branding.privacyPolicyUrl }}{% endif %}`;
  const note = mail.note ?? '';
  const paragraphs = [
    mail.heading,
    common.greeting,
    ...mail.body,
    ...(parts.secret === null
      ? [`${originText(parts)}${note}`, `${optionalLinkText(parts)}${closing}`]
      : [...secretText(parts), expiry(parts), note, `${originText(parts)}${closing}`]),
  ];
  return `${paragraphs.filter((each) => each !== '').join('\n\n')}\n`;
}
