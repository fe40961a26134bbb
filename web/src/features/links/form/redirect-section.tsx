import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { CheckboxField } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

const REDIRECT_TYPES = [
  { value: '302', label: t('302 Found (temporary)') },
  { value: '301', label: t('301 Moved permanently (cached by browsers)') },
  { value: '307', label: t('307 Temporary redirect (same method)') },
  { value: '308', label: t('308 Permanent redirect (same method)') },
] as const;

/** Redirect status, forwarding, indexing and conversion tracking. */
export function RedirectSection({ sections }: { sections: OpenSections }) {
  const { control, register, formState } = useFormContext<LinkForm>();
  const [status, forward, path, indexable, track, alias] = useWatch({
    control,
    name: ['redirectStatus', 'forwardQuery', 'forwardPath', 'indexable', 'trackConversions', 'alias'],
  });
  const isDefault = status === '302' && forward && !path && !indexable && !track;
  const summary = [
    status,
    forward ? null : t('query not forwarded'),
    path ? t('path forwarded') : null,
    indexable ? 'indexed' : t('not indexed'),
    track ? t('conversions tracked') : null,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Section
      icon="gear"
      name={t('Redirect')}
      summary={isDefault ? null : summary}
      none={summary}
      {...sections.of('redirect')}
    >
      <Field label={LINK_FIELDS.redirectStatus.label} error={formState.errors.redirectStatus?.message}>
        {(input) => (
          <Controller<LinkForm, 'redirectStatus'>
            name="redirectStatus"
            render={({ field }) => (
              <Select {...input} value={field.value} options={REDIRECT_TYPES} onChange={field.onChange} />
            )}
          />
        )}
      </Field>
      <CheckboxField {...register('forwardQuery')}>{t('Forward query parameters')}</CheckboxField>
      {(path || alias.trim().endsWith('*')) && (
        <CheckboxField {...register('forwardPath')}>{t('Forward the path after a /* alias')}</CheckboxField>
      )}
      <CheckboxField {...register('indexable')}>{t('Allow search engines to index this link')}</CheckboxField>
      <CheckboxField {...register('trackConversions')}>
        <Trans
          text="Track conversions: add <span>linnet_click</span> to the destination"
          tags={{ span: (children) => <span className="ui-mono">{children}</span> }}
        />
      </CheckboxField>
    </Section>
  );
}
