import { withScheme } from '@/entities/link/destination';
import type { SimulationTarget } from '@/entities/link/simulate';
import { type LinkForm, toCreate, toUpdate } from '../form/link-form.schema';
import { checkedBranches, checkedRule, isFaulty, type RuleForm } from '../rules/rule-form';

const isAddress = (url: string) => URL.canParse(withScheme(url));

function isComplete(rule: RuleForm): boolean {
  if (isFaulty(checkedRule(rule))) return false;
  if (rule.action === 'redirect') return isAddress(rule.url);
  return rule.action !== 'split' || rule.split.every(({ url }) => isAddress(url));
}

/** What is still missing before a visit can be tried; null when nothing is. */
export function missingForTrial({ url, rules, split }: LinkForm): string | null {
  if (!isAddress(url)) return 'Enter the destination first.';
  const incomplete = rules.findIndex((rule) => !isComplete(rule));
  if (incomplete >= 0)
    return `Rule ${incomplete + 1} is incomplete: give its conditions values and say where it leads.`;
  const whole = checkedBranches(split).every((branch) => branch.fault === '' && isAddress(branch.url));
  return whole ? null : 'Enter an address for every variant of the A/B split first.';
}

/** No password leaves the form but to be kept; that there is one is all that a trial needs. */
const withoutSecret = (form: LinkForm): LinkForm => ({ ...form, password: form.password && 'given' });

/** A link that is not made yet. Whether its alias may be had is asked elsewhere; only that it forwards paths matters. */
export function draftTrial(form: LinkForm, zone: string): SimulationTarget {
  const alias = form.alias.trim().endsWith('*') ? form.alias : '';
  return { link: toCreate({ ...withoutSecret(form), alias }, zone) };
}

/** A link that exists, with changes that are not saved. */
export function changeTrial(
  link: { id: string; version: number },
  form: LinkForm,
  before: LinkForm,
  zone: string,
): SimulationTarget {
  const change = toUpdate({ ...withoutSecret(form), alias: before.alias }, before, zone);
  return { id: link.id, version: link.version, change };
}
