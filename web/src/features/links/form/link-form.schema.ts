import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';
import type { CreateLink, Link, UpdateLink } from '@/entities/link/link.types';
import { NO_UTM, UTM_FIELDS } from '@/entities/utm/utm';
import { fromLocalInput, toLocalInput } from '../local-time';
import { branchesOf, type RuleForm, ruleForm, ruleInput, splitOf } from '../rules/rule-form';
import { type BranchForm, withFollowers } from '../rules/split';

const text = () => z.string();

/** A draft of an older version of this form is none. */
const isObjectWith = (value: unknown, ...names: string[]) =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

/** What the form holds: texts as they are typed. */
export const linkFormShape = z.object({
  url: text(),
  /** A host; empty for the default domain. */
  domain: text(),
  alias: text(),
  title: text(),
  comments: text(),
  tags: z.array(text()),
  /** Empty for none. */
  folderId: text(),
  utm: z.object({ source: text(), medium: text(), campaign: text(), term: text(), content: text(), ref: text() }),
  startsAt: text(),
  expiresAt: text(),
  maxClicks: text(),
  fallbackUrl: text(),
  password: text(),
  /** Takes the password away; only an existing link has one to take. */
  dropPassword: z.boolean(),
  redirectStatus: z.enum(['301', '302', '307', '308']),
  forwardQuery: z.boolean(),
  forwardPath: z.boolean(),
  indexable: z.boolean(),
  trackConversions: z.boolean(),
  rules: z.array(z.custom<RuleForm>((value) => isObjectWith(value, 'key', 'when', 'split', 'faults'))),
  /** Empty for none. */
  split: z.array(z.custom<BranchForm>((value) => isObjectWith(value, 'id', 'url', 'weight'))),
  preview: z.object({ title: text(), description: text(), image: text() }),
});

export type LinkForm = z.output<typeof linkFormShape>;

/** The server has the last word; here is only what needs no question. */
export const linkForm = linkFormShape.check(
  z.refine((form) => form.url.trim() !== '', {
    path: ['url'],
    error: 'Enter the address that the link leads to.',
  }),
  z.refine((form) => /^([1-9]\d*)?$/.test(form.maxClicks.trim()), {
    path: ['maxClicks'],
    error: 'Enter a whole number of at least 1.',
  }),
  z.refine((form) => !form.startsAt || !form.expiresAt || form.startsAt < form.expiresAt, {
    path: ['expiresAt'],
    error: 'The end must be after the start.',
  }),
);

const NO_PREVIEW = { title: '', description: '', image: '' };

/** An empty form, with a destination that was pasted. */
export function emptyForm(url = ''): LinkForm {
  return {
    url,
    domain: '',
    alias: '',
    title: '',
    comments: '',
    tags: [],
    folderId: '',
    utm: NO_UTM,
    startsAt: '',
    expiresAt: '',
    maxClicks: '',
    fallbackUrl: '',
    password: '',
    dropPassword: false,
    redirectStatus: '302',
    forwardQuery: true,
    forwardPath: false,
    indexable: false,
    trackConversions: false,
    rules: [],
    split: [],
    preview: NO_PREVIEW,
  };
}

/** Whether nothing was typed yet, whatever the password. */
export function isUntouched(form: LinkForm): boolean {
  return JSON.stringify({ ...form, password: '' }) === JSON.stringify(emptyForm());
}

/** The form of a link that exists; its times are those of the zone's clocks. */
export function formOf(link: Link, zone: string): LinkForm {
  return {
    url: link.url,
    domain: link.domain,
    alias: link.alias,
    title: link.title ?? '',
    comments: link.comments ?? '',
    tags: link.tags,
    folderId: link.folderId ?? '',
    utm: Object.fromEntries(UTM_FIELDS.map((name) => [name, link.utm[name] ?? ''])) as LinkForm['utm'],
    startsAt: toLocalInput(link.startsAt, zone),
    expiresAt: toLocalInput(link.expiresAt, zone),
    maxClicks: link.maxClicks ? String(link.maxClicks) : '',
    fallbackUrl: link.fallbackUrl ?? '',
    password: '',
    dropPassword: false,
    redirectStatus: String(link.redirectStatus) as LinkForm['redirectStatus'],
    forwardQuery: link.forwardQuery,
    forwardPath: link.forwardPath,
    indexable: link.indexable,
    trackConversions: link.trackConversions,
    rules: link.rules.map(ruleForm),
    split: withFollowers(branchesOf(link.split), link.url),
    preview: {
      title: link.preview.title ?? '',
      description: link.preview.description ?? '',
      image: link.preview.image ?? '',
    },
  };
}

/** The form of a new link with the settings of one that exists. */
export function copyOfLink(link: Link, zone: string): LinkForm {
  const form = formOf(link, zone);
  return { ...form, alias: '', rules: form.rules.map((rule) => ({ ...rule, id: null })) };
}

const orNull = (value: string) => value.trim() || null;

/** Every field as the API takes it; what is empty is null. */
function fields(form: LinkForm, zone: string) {
  return {
    url: withScheme(form.url),
    domain: orNull(form.domain),
    alias: orNull(form.alias.trim().replace(/^\//, '')),
    title: orNull(form.title),
    comments: orNull(form.comments),
    tags: form.tags,
    folderId: form.folderId || null,
    utm: Object.fromEntries(UTM_FIELDS.map((name) => [name, orNull(form.utm[name])])),
    startsAt: fromLocalInput(form.startsAt, zone),
    expiresAt: fromLocalInput(form.expiresAt, zone),
    maxClicks: form.maxClicks.trim() ? Number(form.maxClicks) : null,
    fallbackUrl: form.fallbackUrl.trim() ? withScheme(form.fallbackUrl) : null,
    redirectStatus: Number(form.redirectStatus) as CreateLink['redirectStatus'],
    forwardQuery: form.forwardQuery,
    forwardPath: form.forwardPath,
    indexable: form.indexable,
    trackConversions: form.trackConversions,
    rules: form.rules.map(ruleInput),
    split: form.split.length > 0 ? splitOf(form.split) : null,
    preview: {
      title: orNull(form.preview.title),
      description: orNull(form.preview.description),
      image: form.preview.image.trim() ? withScheme(form.preview.image) : null,
    },
  };
}

/** The fields of `form` that differ from those of `from`. */
function changed(form: LinkForm, from: LinkForm, zone: string): UpdateLink {
  const before: Record<string, unknown> = fields(from, zone);
  const entries = Object.entries(fields(form, zone)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(entries);
}

/** The call that makes the link: the destination, and whatever is not as in an empty form. */
export function toCreate(form: LinkForm, zone: string): CreateLink {
  const password = form.password ? { password: form.password } : {};
  return { ...changed(form, emptyForm(), zone), ...password, url: withScheme(form.url) };
}

/** The call that changes the link: only what differs from how it was. */
export function toUpdate(form: LinkForm, from: LinkForm, zone: string): UpdateLink {
  const password = form.dropPassword ? { password: null } : form.password ? { password: form.password } : {};
  const change = changed(form, from, zone);
  // An alias cannot be taken away, only replaced.
  if (change.alias === null) delete change.alias;
  return { ...change, ...password };
}
