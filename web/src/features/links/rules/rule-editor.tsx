import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { ConditionGroup } from './condition-group';
import { isBlank, isFaulty, type RuleForm } from './rule-form';
import { newSplit } from './split';
import { SplitFields } from './split-fields';

const ACTIONS = [
  { value: 'redirect', label: 'go to' },
  { value: 'split', label: 'are split between' },
  { value: '404', label: 'find nothing (404)' },
  { value: '410', label: 'hear that it is gone (410)' },
  { value: '451', label: 'are refused for legal reasons (451)' },
] as const;

interface Props {
  rule: RuleForm;
  onChange: (rule: RuleForm) => void;
  onDone: () => void;
}

/** One rule, changed in place: which visits, and what becomes of them. */
export function RuleEditor({ rule, onChange, onDone }: Props) {
  /** Changes the rule itself; what was blamed of that part is forgiven. */
  const change = (named: Partial<RuleForm>, ...forgiven: string[]) => {
    const faults = Object.fromEntries(Object.entries(rule.faults).filter(([part]) => !forgiven.includes(part)));
    onChange({ ...rule, faults, ...named });
  };

  const box = useRef<HTMLFieldSetElement>(null);
  const faulty = isFaulty(rule);
  const fresh = useRef(isBlank(rule));
  // A rule that was just added is what one wants to write now.
  useEffect(() => {
    if (fresh.current) box.current?.querySelector('button')?.focus();
  }, []);
  // The first fault takes the focus, unless another rule's has it.
  useEffect(() => {
    if (!faulty || document.activeElement?.closest('.rule-editor')) return;
    box.current?.querySelector<HTMLElement>('input[aria-invalid=true], [data-invalid] input')?.focus();
  }, [faulty]);

  function onKeyDown(event: KeyboardEvent) {
    const plain = !event.metaKey && !event.ctrlKey && event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || event.defaultPrevented || !plain) return;
    // The link's own form must not be sent.
    event.preventDefault();
    onDone();
  }

  return (
    <fieldset ref={box} className="rule-editor" onKeyDown={onKeyDown}>
      <legend className="sr">Rule</legend>
      <ConditionGroup group={rule.when} root={rule.when} onRoot={(when) => onChange({ ...rule, when })} />
      <div className="rule-then">
        <span>they</span>
        <Select
          aria-label="What becomes of them"
          value={rule.action}
          options={ACTIONS}
          onChange={(action) => {
            const split = action === 'split' && rule.split.length === 0 ? newSplit(rule.url) : rule.split;
            change({ action, split }, 'then', 'url');
          }}
        />
      </div>
      {rule.action === 'redirect' && (
        <Input
          type="url"
          aria-label="Where they go"
          aria-invalid={rule.faults.url ? true : undefined}
          placeholder="https://"
          autoComplete="off"
          value={rule.url}
          onChange={(event) => change({ url: event.target.value }, 'url', 'then')}
        />
      )}
      {rule.action === 'split' && <SplitFields branches={rule.split} onChange={(split) => change({ split }, 'then')} />}
      {[rule.faults.url, rule.faults.then].map(
        (fault) =>
          fault && (
            <p key={fault} className="hint fault" role="alert">
              {fault}
            </p>
          ),
      )}
      <div className="ends">
        <Field label="Name of the rule" error={rule.faults.name}>
          {(control) => (
            <Input
              {...control}
              placeholder="for you and the statistics"
              autoComplete="off"
              value={rule.name}
              onChange={(event) => change({ name: event.target.value }, 'name')}
            />
          )}
        </Field>
        <Button size="sm" tone="ink" onClick={onDone}>
          Done
        </Button>
      </div>
    </fieldset>
  );
}
