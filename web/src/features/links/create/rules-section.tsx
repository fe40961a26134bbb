import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { uuid } from '@/shared/lib/ids';
import { Icon } from '@/shared/ui/icon';
import type { LinkForm } from './link-form.schema';
import { RuleEditor } from './rule-editor';
import { type FormRule, moved, NEW_RULE, plainRule, ruleOf } from './rule-form';
import { RuleRow } from './rule-row';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

function summaryOf(count: number): string | null {
  return count === 0 ? null : `${count}, then the destination`;
}

/** The rules in the order in which they are tried; each reads like a sentence. */
export function RulesSection({ sections }: { sections: SectionsOpen }) {
  const { formState } = useFormContext<LinkForm>();
  const { field } = useController<LinkForm, 'rules'>({ name: 'rules' });
  const rules: readonly FormRule[] = field.value;
  const [editing, setEditing] = useState<string | null>(null);
  const fault = formState.errors.rules?.message;

  function put(rule: FormRule) {
    const known = rules.some(({ key }) => key === rule.key);
    field.onChange(known ? rules.map((other) => (other.key === rule.key ? rule : other)) : [...rules, rule]);
    setEditing(null);
  }

  return (
    <Section icon="split" name="Rules" summary={summaryOf(rules.length)} none="none" {...sections.of('rules')}>
      {rules.length > 0 && (
        <ol className="rules">
          {rules.map((rule, at) => {
            const plain = plainRule(rule);
            return editing === rule.key && plain ? (
              <li key={rule.key}>
                <RuleEditor
                  start={plain}
                  onDone={(done) => put(ruleOf(done, rule))}
                  onCancel={() => setEditing(null)}
                />
              </li>
            ) : (
              <RuleRow
                key={rule.key}
                rule={rule}
                onEdit={plain && (() => setEditing(rule.key))}
                onUp={at > 0 ? () => field.onChange(moved(rules, at, -1)) : null}
                onDown={at < rules.length - 1 ? () => field.onChange(moved(rules, at, 1)) : null}
                onRemove={() => field.onChange(rules.filter((other) => other.key !== rule.key))}
              />
            );
          })}
        </ol>
      )}
      {fault && (
        <p className="hint fault" role="alert">
          {fault}
        </p>
      )}
      {editing === 'new' ? (
        <RuleEditor
          start={NEW_RULE}
          onDone={(done) => put(ruleOf(done, { key: uuid() }))}
          onCancel={() => setEditing(null)}
        />
      ) : (
        <button type="button" className="add-rule" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          <span>Add a rule</span>
        </button>
      )}
    </Section>
  );
}
