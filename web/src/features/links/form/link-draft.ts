import { readTab, writeTab } from '@/shared/lib/storage';
import { withoutRuleErrors } from '../rules/rule-form';
import { isUntouched, type LinkForm, linkFormShape } from './link-form.schema';

const KEY = 'linnet.draft.link';

/** The unsaved new link of this tab, or null. */
export function readDraft(): LinkForm | null {
  try {
    const parsed = linkFormShape.safeParse(JSON.parse(readTab(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // invalid JSON
  }
}

/** Saves the form without its password. An empty form clears the draft. */
export function saveDraft(form: LinkForm): void {
  const draft = { ...form, rules: form.rules.map(withoutRuleErrors), password: '' };
  writeTab(KEY, isUntouched(draft) ? null : JSON.stringify(draft));
}

export const clearDraft = () => writeTab(KEY, null);
