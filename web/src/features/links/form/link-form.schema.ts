import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';
import type { CreateLink, Link, UpdateLink } from '@/entities/link/link.types';
import { NO_UTM, UTM_FIELDS } from '@/entities/utm/utm';
import { t } from '@/shared/i18n/t';
import { type RuleForm, toBranchForms, toRuleForm, toRuleInput, toSplit } from '../rules/rule-form';
import { type BranchForm, withFollowers } from '../rules/split';
import { fromInputs, INPUT_SHAPE, NO_INPUT, toInputs } from './input-fields';

const text = () => z.string();

/** Rejects drafts from an older version of this form. */
const isObjectWith = (value: unknown, ...names: string[]) =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

/** The form's values. Text inputs hold unparsed text. */
export const linkFormShape = z.object({
  ...INPUT_SHAPE,
  url: text(),
  /** Host name; empty for the domain of new links, until that has loaded or while it is the default domain. */
  domain: text(),
  alias: text(),
  tags: z.array(text()),
  /** Empty for none. */
  folderId: text(),
  utm: z.object({ source: text(), medium: text(), campaign: text(), term: text(), content: text(), ref: text() }),
  password: text(),
  /** Removes the password of an existing link. */
  dropPassword: z.boolean(),
  redirectStatus: z.enum(['301', '302', '307', '308']),
  rules: z.array(z.custom<RuleForm>((value) => isObjectWith(value, 'key', 'when', 'split', 'errors'))),
  /** Empty for none. */
  split: z.array(z.custom<BranchForm>((value) => isObjectWith(value, 'id', 'url', 'weight'))),
  preview: z.object({ title: text(), description: text(), image: text() }),
});

export type LinkForm = z.output<typeof linkFormShape>;

/** Checks that need no request. The server validates everything again. */
export const linkForm = linkFormShape.check(
  z.refine((form) => form.url.trim() !== '', {
    path: ['url'],
    error: t('Enter a destination URL.'),
  }),
  z.refine((form) => /^([1-9]\d*)?$/.test(form.maxClicks.trim()), {
    path: ['maxClicks'],
    error: t('Enter a whole number of at least 1.'),
  }),
  z.refine((form) => !form.startsAt || !form.expiresAt || form.startsAt < form.expiresAt, {
    path: ['expiresAt'],
    error: t('The end date must be after the start date.'),
  }),
);

const NO_PREVIEW = { title: '', description: '', image: '' };

/** An empty form, optionally with a destination. */
export function emptyForm(url = ''): LinkForm {
  return {
    ...NO_INPUT,
    url,
    domain: '',
    alias: '',
    tags: [],
    folderId: '',
    utm: NO_UTM,
    password: '',
    dropPassword: false,
    redirectStatus: '302',
    rules: [],
    split: [],
    preview: NO_PREVIEW,
  };
}

/** Whether all fields but the password, the domain and the domain's redirect status are empty. */
export function isUntouched(form: LinkForm): boolean {
  const { domain, redirectStatus } = emptyForm();
  const rest = { ...form, password: '', domain, ...(form.domain && { redirectStatus }) };
  return JSON.stringify(rest) === JSON.stringify(emptyForm());
}

/** The form of an existing link, with wall times in `zone`. */
export function toForm(link: Link, zone: string): LinkForm {
  return {
    ...toInputs(link, zone),
    url: link.url,
    domain: link.domain,
    alias: link.alias,
    tags: link.tags,
    folderId: link.folderId ?? '',
    utm: Object.fromEntries(UTM_FIELDS.map((name) => [name, link.utm[name] ?? ''])) as LinkForm['utm'],
    password: '',
    dropPassword: false,
    redirectStatus: String(link.redirectStatus) as LinkForm['redirectStatus'],
    rules: link.rules.map(toRuleForm),
    split: withFollowers(toBranchForms(link.split), link.url),
    preview: {
      title: link.preview.title ?? '',
      description: link.preview.description ?? '',
      image: link.preview.image ?? '',
    },
  };
}

/** The form of a new link with the settings of an existing one, except its alias and its external id. */
export function toDuplicateForm(link: Link, zone: string): LinkForm {
  const form = toForm(link, zone);
  return { ...form, alias: '', externalId: '', rules: form.rules.map((rule) => ({ ...rule, id: null })) };
}

const orNull = (value: string) => value.trim() || null;

/** All fields in API format; empty ones are null. */
function toFields(form: LinkForm, zone: string) {
  return {
    ...fromInputs(form, zone),
    url: withScheme(form.url),
    domain: orNull(form.domain),
    alias: orNull(form.alias.trim().replace(/^\//, '')),
    tags: form.tags,
    folderId: form.folderId || null,
    utm: Object.fromEntries(UTM_FIELDS.map((name) => [name, orNull(form.utm[name])])),
    redirectStatus: Number(form.redirectStatus) as CreateLink['redirectStatus'],
    rules: form.rules.map(toRuleInput),
    split: form.split.length > 0 ? toSplit(form.split) : null,
    preview: {
      title: orNull(form.preview.title),
      description: orNull(form.preview.description),
      image: form.preview.image.trim() ? withScheme(form.preview.image) : null,
    },
  } satisfies Record<Exclude<keyof CreateLink, 'password'>, unknown>;
}

/** The API fields of `form` that differ from those of `from`. */
function diffFields(form: LinkForm, from: LinkForm, zone: string): UpdateLink {
  const before: Record<string, unknown> = toFields(from, zone);
  const entries = Object.entries(toFields(form, zone)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(entries);
}

/**
 * The request body that creates the link: its destination and every non-default field. The default redirect status is
 * that of the domain.
 */
export function toCreate(form: LinkForm, zone: string, redirectStatus: number = 302): CreateLink {
  const password = form.password ? { password: form.password } : {};
  const defaults = { ...emptyForm(), redirectStatus: String(redirectStatus) as LinkForm['redirectStatus'] };
  return { ...diffFields(form, defaults, zone), ...password, url: withScheme(form.url) };
}

/** The request body that updates the link: only the fields that differ from `from`. */
export function toUpdate(form: LinkForm, from: LinkForm, zone: string): UpdateLink {
  const password = form.dropPassword ? { password: null } : form.password ? { password: form.password } : {};
  const change = diffFields(form, from, zone);
  // An alias can be replaced but not removed.
  if (change.alias === null) delete change.alias;
  return { ...change, ...password };
}
