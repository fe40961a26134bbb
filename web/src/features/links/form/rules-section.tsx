import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Icon } from '@/shared/ui/icon';
import { newRule, type RuleForm } from '../rules/rule-form';
import { RuleList } from '../rules/rule-list';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

function summaryOf(count: number): string | null {
  return count === 0 ? null : `${count}, then the destination`;
}

/** Where some visitors go instead of the destination. */
export function RulesSection({ sections }: { sections: SectionsOpen }) {
  const { formState } = useFormContext<LinkForm>();
  const { field } = useController<LinkForm, 'rules'>({ name: 'rules' });
  const rules: readonly RuleForm[] = field.value;
  const [open, setOpen] = useState<string | null>(null);
  const fault = formState.errors.rules?.message;

  function add() {
    const rule = newRule();
    field.onChange([...rules, rule]);
    setOpen(rule.key);
  }

  return (
    <Section icon="split" name="Rules" summary={summaryOf(rules.length)} none="none" {...sections.of('rules')}>
      {rules.length > 0 && <RuleList rules={rules} onChange={field.onChange} open={open} onOpen={setOpen} />}
      {fault && (
        <p className="hint fault" role="alert">
          {fault}
        </p>
      )}
      <button type="button" className="add-rule" onClick={add}>
        <Icon name="plus" />
        <span>Add a rule</span>
      </button>
    </Section>
  );
}
