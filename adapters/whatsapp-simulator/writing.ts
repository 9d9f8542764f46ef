import { messageBounds } from '#core/domain/message.ts';
import type { FieldProblem } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { parseCustomer } from './address.ts';
import type { Written } from './compose.ts';

export type WriteInput = {
  /** Any spelling of a phone, or `lid:` and digits for a customer whose phone is hidden. */
  readonly contact: string;
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  /** Base64, with or without `data:…;base64,` in front. */
  readonly audio?: string | undefined;
  readonly durationSeconds?: number | undefined;
  readonly image?: string | undefined;
  readonly caption?: string | undefined;
  readonly fromMe?: boolean | undefined;
  readonly group?: string | boolean | undefined;
  readonly sentAt?: Date | undefined;
};

type Invalid = {
  readonly kind: 'invalid-field';
  readonly field: keyof WriteInput;
  readonly problem: FieldProblem;
  readonly max?: number;
};

export const mediaBytes = 16 * 1024 * 1024;

/** The first field that is wrong, or the message as the world takes it. */
export const readWritten = (input: WriteInput): Result<Written, Invalid> => {
  const customer = parseCustomer(input.contact);
  if (!customer) return invalid('contact', 'invalid');
  const problem = problemOf(input);
  if (problem) return problem;
  const media = readMedia(input);
  if (media && !media.ok) return media;
  const text = input.image === undefined ? (input.text ?? input.caption) : (input.caption ?? input.text);
  if (!media && !text) return invalid('text', 'missing');
  return done({
    customer,
    id: input.id,
    kind: media ? media.value.kind : 'text',
    text: text || null,
    media: media?.value,
    audioSeconds: media?.value.kind === 'audio' ? wholeSeconds(input.durationSeconds) : null,
    fromMe: input.fromMe,
    group: input.group || undefined,
    sentAt: input.sentAt,
  });
};

/** As WhatsApp tells them. */
const wholeSeconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.ceil(seconds);

const problemOf = ({ id, text, caption, durationSeconds, group, sentAt, audio, image }: WriteInput) => {
  const max = messageBounds.customerText;
  if (text !== undefined && text.length > max) return invalid('text', 'too-long', max);
  if (caption !== undefined && caption.length > max) return invalid('caption', 'too-long', max);
  if (id !== undefined && !/^[^\p{C}]{1,128}$/u.test(id)) return invalid('id', 'invalid');
  if (durationSeconds !== undefined && !(durationSeconds >= 0 && durationSeconds <= 86_400))
    return invalid('durationSeconds', 'out-of-range');
  if (typeof group === 'string' && !/^[\w.-]{1,100}(@g\.us)?$/.test(group))
    return invalid('group', 'invalid');
  if (sentAt !== undefined && Number.isNaN(sentAt.getTime())) return invalid('sentAt', 'invalid');
  if (audio !== undefined && image !== undefined) return invalid('image', 'invalid');
  return null;
};

type Media = { readonly kind: 'audio' | 'image'; readonly type: string; readonly content: Uint8Array };

const readMedia = ({ audio, image }: WriteInput): Result<Media, Invalid> | null => {
  const kind = audio !== undefined ? 'audio' : 'image';
  const sent = audio ?? image;
  if (sent === undefined) return null;
  const [prefix = '', named] = /^data:([\w/+.-]{1,60})(?:;[^,]{0,100})?;base64,/.exec(sent) ?? [];
  const base64 = sent.slice(prefix.length);
  if (base64.length > Math.ceil(mediaBytes / 3) * 4) return invalid(kind, 'too-long', mediaBytes);
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return invalid(kind, 'invalid');
  return done({ kind, type: named ?? typeOf(kind, base64), content: Buffer.from(base64, 'base64') });
};

/** Told by the first bytes, as base64 spells them. */
const typeOf = (kind: Media['kind'], base64: string): string => {
  if (kind === 'audio') return base64.startsWith('SUQz') ? 'audio/mpeg' : 'audio/ogg';
  if (base64.startsWith('iVBOR')) return 'image/png';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/jpeg';
};

const invalid = (field: keyof WriteInput, problem: FieldProblem, max?: number) =>
  refused<Invalid>({ kind: 'invalid-field', field, problem, ...(max === undefined ? {} : { max }) });
