import { withScheme } from '@/entities/link/destination';
import type { SimulationTarget } from '@/entities/link/simulate';
import { t } from '@/shared/i18n/t';
import { type LinkForm, toCreate, toUpdate } from '../form/link-form.schema';
import { hasErrors, type RuleForm, validateBranches, validateRule } from '../rules/rule-form';

const isUrl = (url: string) => URL.canParse(withScheme(url));

function isComplete(rule: RuleForm): boolean {
  if (hasErrors(validateRule(rule))) return false;
  if (rule.action === 'redirect') return isUrl(rule.url);
  return rule.action !== 'split' || rule.split.every(({ url }) => isUrl(url));
}

/** What the form still lacks before a visit can be simulated; null when it is complete. */
export function missingInput({ url, rules, split }: LinkForm): string | null {
  if (!isUrl(url)) return t('Enter a destination to test this link.');
  const incomplete = rules.findIndex((rule) => !isComplete(rule));
  if (incomplete >= 0)
    return t('Rule {number} is incomplete. Enter its values and its destination.', { number: incomplete + 1 });
  const complete = validateBranches(split).every((branch) => branch.error === '' && isUrl(branch.url));
  return complete ? null : t('Enter a URL for every variant of the A/B split.');
}

/** Replaces the password: a simulation only needs to know that there is one. */
const withoutSecret = (form: LinkForm): LinkForm => ({ ...form, password: form.password && 'set' });

/** The simulation input for a new link. The alias is only sent when it forwards paths. */
export function draftInput(form: LinkForm, zone: string): SimulationTarget {
  const alias = form.alias.trim().endsWith('*') ? form.alias : '';
  return { link: toCreate({ ...withoutSecret(form), alias }, zone) };
}

/** The simulation input for an existing link with unsaved changes. */
export function updateInput(
  link: { id: string; version: number },
  form: LinkForm,
  before: LinkForm,
  zone: string,
): SimulationTarget {
  const change = toUpdate({ ...withoutSecret(form), alias: before.alias }, before, zone);
  return { id: link.id, version: link.version, change };
}
