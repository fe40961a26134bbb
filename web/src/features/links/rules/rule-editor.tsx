import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { ConditionGroup } from './condition-group';
import { hasErrors, isBlank, type RuleForm } from './rule-form';
import { newSplit } from './split';
import { SplitFields } from './split-fields';

const ACTIONS = [
  { value: 'redirect', label: t('redirect to') },
  { value: 'split', label: t('split between') },
  { value: '404', label: t('show 404 Not found') },
  { value: '410', label: t('show 410 Gone') },
  { value: '451', label: t('show 451 Unavailable for legal reasons') },
] as const;

interface Props {
  rule: RuleForm;
  onChange: (rule: RuleForm) => void;
  onDone: () => void;
}

/** Edits one rule in place: its conditions, its action and its name. */
export function RuleEditor({ rule, onChange, onDone }: Props) {
  /** Patches the rule and clears the errors of the given parts. */
  const change = (patch: Partial<RuleForm>, ...parts: string[]) => {
    const errors = Object.fromEntries(Object.entries(rule.errors).filter(([part]) => !parts.includes(part)));
    onChange({ ...rule, errors, ...patch });
  };

  const box = useRef<HTMLFieldSetElement>(null);
  const invalid = hasErrors(rule);
  const fresh = useRef(isBlank(rule));
  // Focus the first control of a rule that was just added.
  useEffect(() => {
    if (fresh.current) box.current?.querySelector('button')?.focus();
  }, []);
  // Focus the first invalid input, unless the focus is already in a rule.
  useEffect(() => {
    if (!invalid || document.activeElement?.closest('.rule-editor')) return;
    box.current?.querySelector<HTMLElement>('input[aria-invalid=true], [data-invalid] input')?.focus();
  }, [invalid]);

  function onKeyDown(event: KeyboardEvent) {
    const plain = !event.metaKey && !event.ctrlKey && event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || event.defaultPrevented || !plain) return;
    // Enter must not submit the link form.
    event.preventDefault();
    onDone();
  }

  return (
    <fieldset ref={box} className="rule-editor" onKeyDown={onKeyDown}>
      <legend className="ui-sr-only">{t('Rule')}</legend>
      <ConditionGroup group={rule.when} root={rule.when} onRoot={(when) => onChange({ ...rule, when })} />
      <div className="rule-then">
        <span>{t('Then')}</span>
        <Select
          aria-label={t('Action')}
          value={rule.action}
          options={ACTIONS}
          onChange={(action) => {
            const split = action === 'split' && rule.split.length === 0 ? newSplit(rule.url) : rule.split;
            change({ action, split }, 'then', 'url');
          }}
        />
      </div>
      {rule.action === 'redirect' && (
        <UrlInput
          aria-label={t('Redirect to')}
          aria-invalid={rule.errors.url ? true : undefined}
          placeholder="https://"
          value={rule.url}
          onChange={(event) => change({ url: event.target.value }, 'url', 'then')}
        />
      )}
      {rule.action === 'split' && <SplitFields branches={rule.split} onChange={(split) => change({ split }, 'then')} />}
      {[rule.errors.url, rule.errors.then].map(
        (error) =>
          error && (
            <p key={error} className="ui-hint ui-error" role="alert">
              {error}
            </p>
          ),
      )}
      <div className="link-form-ends">
        <Field label={t('Rule name')} error={rule.errors.name}>
          {(control) => (
            <Input
              {...control}
              placeholder={t('Optional, shown in reports')}
              autoComplete="off"
              value={rule.name}
              onChange={(event) => change({ name: event.target.value }, 'name')}
            />
          )}
        </Field>
        <Button size="sm" tone="ink" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </fieldset>
  );
}
