import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { CheckLine } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

const KINDS = [
  { value: '302', label: '302, found: may change later' },
  { value: '301', label: '301, moved for good: browsers remember it' },
  { value: '307', label: '307, temporary, keeps the method' },
  { value: '308', label: '308, for good, keeps the method' },
] as const;

/** How visitors are sent on. */
export function RedirectSection({ sections }: { sections: SectionsOpen }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const [status, forward, path, indexable, track, alias] = watch([
    'redirectStatus',
    'forwardQuery',
    'forwardPath',
    'indexable',
    'trackConversions',
    'alias',
  ]);
  const usual = status === '302' && forward && !path && !indexable && !track;
  const words = [
    status,
    forward ? null : 'query dropped',
    path ? 'path passed on' : null,
    indexable ? 'indexed' : 'not indexed',
    track ? 'conversions tracked' : null,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Section icon="gear" name="Redirect" summary={usual ? null : words} none={words} {...sections.of('redirect')}>
      <Field label="Type" error={formState.errors.redirectStatus?.message}>
        {(control) => (
          <Controller<LinkForm, 'redirectStatus'>
            name="redirectStatus"
            render={({ field }) => (
              <Select {...control} value={field.value} options={KINDS} onChange={field.onChange} />
            )}
          />
        )}
      </Field>
      <CheckLine {...register('forwardQuery')}>Pass the visitor’s query on</CheckLine>
      {(path || alias.trim().endsWith('*')) && (
        <CheckLine {...register('forwardPath')}>Pass on what stands behind a /* alias</CheckLine>
      )}
      <CheckLine {...register('indexable')}>Let search engines list it</CheckLine>
      <CheckLine {...register('trackConversions')}>
        Tell the destination the click’s id, for leads and sales (<span className="mono">linnet_click</span>)
      </CheckLine>
    </Section>
  );
}
