import { readTab, writeTab } from '@/shared/lib/storage';
import { forgivenRule } from '../rules/rule-form';
import { isUntouched, type LinkForm, linkFormShape } from './link-form.schema';

const KEY = 'linnet.draft.link';

/** The draft of a new link that was left behind in this tab, null when there is none. */
export function readDraft(): LinkForm | null {
  try {
    const parsed = linkFormShape.safeParse(JSON.parse(readTab(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // no JSON
  }
}

/** Keeps what was typed, without the password. An empty form is no draft. */
export function keepDraft(form: LinkForm): void {
  const draft = { ...form, rules: form.rules.map(forgivenRule), password: '' };
  writeTab(KEY, isUntouched(draft) ? null : JSON.stringify(draft));
}

export const dropDraft = () => writeTab(KEY, null);
