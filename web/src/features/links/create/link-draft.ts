import { forgivenRule } from '../rules/rule-form';
import { isUntouched, type LinkForm, linkFormShape } from './link-form.schema';

// sessionStorage: localStorage is kept for the session's three keys.
const KEY = 'linnet.draft.link';

/** The draft of a new link that was left behind in this tab, null when there is none. */
export function readDraft(): LinkForm | null {
  try {
    const parsed = linkFormShape.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed, without the password. An empty form is no draft. */
export function keepDraft(form: LinkForm): void {
  const draft = { ...form, rules: form.rules.map(forgivenRule), password: '' };
  try {
    if (isUntouched(draft)) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is refused or full: the form itself still holds everything.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
