import type { Control } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { LabelledBox } from './labelled-box';

const SHARES = [100, 50, 25, 10, 5, 1];

const label = (percent: number) => (percent === 100 ? t('All clicks') : t('{percent} % of the clicks', { percent }));

interface Props {
  control: Control<{ clickSample: number; clickBots: boolean; url: string; description: string; events: string[] }>;
  error?: string;
}

/** Which clicks a webhook gets. A share that the API set is an option, too. */
export function ClickOptions({ control, error }: Props) {
  const { field: sample } = useController({ control, name: 'clickSample' });
  const { field: bots } = useController({ control, name: 'clickBots' });
  const shares = SHARES.includes(sample.value) ? SHARES : [...SHARES, sample.value].sort((a, b) => b - a);
  return (
    <div role="group" aria-label={t('Clicks')} className="hook-clicks">
      <Field
        label={t('Clicks to send')}
        hint={t('Sent every 5 seconds, up to 200 in a message. Each share is the same clicks for all webhooks.')}
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            ref={sample.ref}
            value={String(sample.value)}
            options={shares.map((percent) => ({ value: String(percent), label: label(percent) }))}
            onChange={(value) => sample.onChange(Number(value))}
          />
        )}
      </Field>
      <LabelledBox checked={bots.value} onChange={bots.onChange}>
        <span>{t('Also clicks by bots')}</span>
      </LabelledBox>
    </div>
  );
}
