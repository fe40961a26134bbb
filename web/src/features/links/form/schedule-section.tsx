import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { formatDateTime } from '@/shared/lib/format';
import { fromLocalInput } from '@/shared/lib/local-time';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

const CLICK_LIMIT_HINT = t(
  'The link expires after this many clicks by people. Link previews, bots and prefetches are not counted.',
);

function summaryOf(startsAt: string, expiresAt: string, maxClicks: string, zone: string): string | null {
  const from = fromLocalInput(startsAt, zone);
  const to = fromLocalInput(expiresAt, zone);
  const limit = Number(maxClicks);
  const parts = [
    from && t('from {date}', { date: formatDateTime(from, zone) }),
    to && t('until {date}', { date: formatDateTime(to, zone) }),
    limit > 0 && t('up to {count, plural, one {# click} other {# clicks}}', { count: limit }),
  ];
  return parts.filter(Boolean).join(', ') || null;
}

/** Start and end date, click limit and what visitors get after expiry. */
export function ScheduleSection({ sections }: { sections: OpenSections }) {
  const { control, register, formState } = useFormContext<LinkForm>();
  const [startsAt, expiresAt, maxClicks, action] = useWatch({
    control,
    name: ['startsAt', 'expiresAt', 'maxClicks', 'expiresAction'],
  });
  const { errors } = formState;
  const zone = useEntryZone();
  return (
    <Section
      icon="clock"
      name={t('Expiry')}
      summary={summaryOf(startsAt, expiresAt, maxClicks, zone)}
      none={t('Never')}
      {...sections.of('schedule')}
    >
      <div className="link-form-pair">
        <Field label={LINK_FIELDS.startsAt.label} error={errors.startsAt?.message}>
          {(input) => <Input {...input} type="datetime-local" {...register('startsAt')} />}
        </Field>
        <Field label={LINK_FIELDS.expiresAt.label} error={errors.expiresAt?.message}>
          {(input) => <Input {...input} type="datetime-local" {...register('expiresAt')} />}
        </Field>
      </div>
      <p className="ui-hint">{t('Times are in {zone}, the time zone of this workspace.', { zone })}</p>
      <Field label={LINK_FIELDS.maxClicks.label} error={errors.maxClicks?.message} hint={CLICK_LIMIT_HINT}>
        {(input) => <Input {...input} inputMode="numeric" autoComplete="off" {...register('maxClicks')} />}
      </Field>
      <Field label={LINK_FIELDS.expiresAction.label} error={errors.expiresAction?.message}>
        {(input) => (
          <Controller<LinkForm, 'expiresAction'>
            name="expiresAction"
            render={({ field }) => (
              <Select
                {...input}
                value={field.value}
                options={LINK_FIELDS.expiresAction.input.choices}
                onChange={field.onChange}
              />
            )}
          />
        )}
      </Field>
      {action === 'fallback' && (
        <Field
          label={LINK_FIELDS.fallbackUrl.label}
          error={errors.fallbackUrl?.message}
          hint={t('Leave empty for the domain’s expired URL or, without one, the “link expired” page.')}
        >
          {(input) => <UrlInput {...input} placeholder="https://" {...register('fallbackUrl')} />}
        </Field>
      )}
    </Section>
  );
}
