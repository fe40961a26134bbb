import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { PlansChoice } from './signup.schema';

const OPTIONS = [
  { value: 'off', label: t('My own people') },
  { value: 'packages', label: t('Customers') },
] as const;

const HINTS: Readonly<Record<PlansChoice, string>> = {
  off: t('No plans and no limits. You can change this later under Operator.'),
  packages: t(
    'Workspaces have plans with limits, and start on the Free plan. You can change this later under Operator.',
  ),
};

interface Props {
  value: PlansChoice;
  onChange: (value: PlansChoice) => void;
}

/** Asks at the set-up of an install whether it has plans. */
export function PlansQuestion({ value, onChange }: Props) {
  return (
    <Field label={t('Who is this server for?')} className="ui-full" hint={HINTS[value]}>
      {(control) => <Select {...control} value={value} options={OPTIONS} onChange={onChange} />}
    </Field>
  );
}
