import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { newRule, type RuleForm } from '../rules/rule-form';
import { RuleList } from '../rules/rule-list';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

function summaryOf(count: number): string | null {
  return count === 0 ? null : t('{count, plural, one {# rule} other {# rules}}', { count });
}

/** Rules that redirect some visitors elsewhere. The first matching rule applies. */
export function RulesSection({ sections }: { sections: OpenSections }) {
  const { formState } = useFormContext<LinkForm>();
  const { field } = useController<LinkForm, 'rules'>({ name: 'rules' });
  const rules: readonly RuleForm[] = field.value;
  const [open, setOpen] = useState<string | null>(null);
  const error = formState.errors.rules?.message;

  function add() {
    const rule = newRule();
    field.onChange([...rules, rule]);
    setOpen(rule.key);
  }

  return (
    <Section
      icon="split"
      name={t('Rules')}
      summary={summaryOf(rules.length)}
      none={t('None')}
      {...sections.of('rules')}
    >
      {rules.length > 0 && <RuleList rules={rules} onChange={field.onChange} open={open} onOpen={setOpen} />}
      {error && (
        <p className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
      <button type="button" className="add-rule" onClick={add}>
        <Icon name="plus" />
        <span>{t('Add rule')}</span>
      </button>
    </Section>
  );
}
