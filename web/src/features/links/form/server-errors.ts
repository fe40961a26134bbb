import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { ApiError, type FieldFault, messageOf } from '@/shared/api/errors';
import { blameBranch, blameRule, checkedBranches, checkedRule, isFaulty } from '../rules/rule-form';
import type { LinkForm } from './link-form.schema';

const SECTION: Record<string, string> = {
  utm: 'utm',
  rules: 'rules',
  split: 'split',
  preview: 'card',
  startsAt: 'schedule',
  expiresAt: 'schedule',
  maxClicks: 'schedule',
  fallbackUrl: 'schedule',
  password: 'password',
  redirectStatus: 'redirect',
  forwardQuery: 'redirect',
  forwardPath: 'redirect',
  indexable: 'redirect',
  trackConversions: 'redirect',
  title: 'about',
  comments: 'about',
  tags: 'about',
  folderId: 'about',
};

const TOP = new Set(['url', 'alias', 'domain']);

type Form = UseFormReturn<LinkForm>;

/** What went wrong beside the fields: the sentence, and whether the plan's limit is the reason. */
export interface FormFault {
  message: string;
  limit: boolean;
  /** Somebody else changed the link meanwhile. */
  stale: boolean;
}

/** "rules[2].when" → "rules". */
function root(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? '';
}

/** Blames a control inside a rule or a branch. False when the path leads to none. */
function placeDeep(form: Form, { field, message }: FieldFault): boolean {
  const [, at, path] = /^rules\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const rules = form.getValues('rules');
  const rule = rules[Number(at)];
  if (rule && path !== undefined) {
    form.setValue('rules', rules.with(Number(at), blameRule(rule, path, message)));
    return true;
  }
  const split = field.startsWith('split[')
    ? blameBranch(form.getValues('split'), field.slice('split'.length), message)
    : null;
  if (split) form.setValue('split', split);
  return split !== null;
}

/**
 * Puts the server's findings under their controls and opens the sections that hold them. What belongs to no control of
 * the form comes back, to be shown above the buttons.
 */
export function placeFaults(error: unknown, form: Form, open: (section: string) => void): FormFault | null {
  const status = error instanceof ApiError ? error.status : 0;
  const faults = error instanceof ApiError ? [...error.errors] : [];
  if (faults.length === 0 && status === 409) faults.push({ field: 'alias', message: messageOf(error) });
  const placed = faults.filter(({ field }) => TOP.has(field) || root(field) in SECTION);
  placed.forEach((fault, at) => {
    const section = SECTION[root(fault.field)];
    if (section) open(section);
    if (placeDeep(form, fault)) return;
    const whole = section === 'rules' || section === 'split' || section === 'about';
    const name = whole ? root(fault.field) : fault.field;
    form.setError(name as FieldPath<LinkForm>, { message: fault.message }, { shouldFocus: at === 0 });
  });
  if (placed.length > 0) return null;
  return { message: messageOf(error), limit: status === 402, stale: status === 412 };
}

/** Blames what is incomplete in rules and split without asking the server. True when something is. */
export function blameIncomplete(form: Form, open: (section: string) => void): boolean {
  const rules = form.getValues('rules').map(checkedRule);
  const split = checkedBranches(form.getValues('split'));
  form.setValue('rules', rules);
  form.setValue('split', split);
  const faulty = { rules: rules.some(isFaulty), split: split.some(({ fault }) => fault !== '') };
  if (faulty.rules) open('rules');
  if (faulty.split) open('split');
  return faulty.rules || faulty.split;
}
