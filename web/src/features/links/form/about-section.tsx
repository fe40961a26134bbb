import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { TagField } from '@/entities/label/ui/tag-field';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { t } from '@/shared/i18n/t';
import { Field, Input, Textarea } from '@/shared/ui/field';
import { FolderField } from './folder-field';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

/** Title, tags, folder and note. */
export function AboutSection({ sections }: { sections: OpenSections }) {
  const { control, register, formState } = useFormContext<LinkForm>();
  const [title, tags, comments] = useWatch({ control, name: ['title', 'tags', 'comments'] });
  const summary = [title.trim(), tags.join(', '), comments.trim() && 'note'].filter(Boolean).join(' · ') || null;
  const part = sections.of('about');
  const { errors } = formState;
  return (
    <Section icon="tag" name={t('Title and tags')} summary={summary} none={t('None')} {...part}>
      <Field
        label={LINK_FIELDS.title.label}
        error={errors.title?.message}
        hint={t('Leave empty to use the page’s title.')}
      >
        {(input) => <Input {...input} autoComplete="off" {...register('title')} />}
      </Field>
      <Field label={LINK_FIELDS.tags.label} error={errors.tags?.message}>
        {(input) => (
          <Controller<LinkForm, 'tags'>
            name="tags"
            render={({ field }) => (
              <TagField {...input} placeholder={t('spring, print')} value={field.value} onChange={field.onChange} />
            )}
          />
        )}
      </Field>
      {part.open && <FolderField />}
      <Field
        label={LINK_FIELDS.comments.label}
        error={errors.comments?.message}
        hint={t('Visible to your workspace only.')}
      >
        {(input) => <Textarea {...input} rows={2} {...register('comments')} />}
      </Field>
      <Field
        label={LINK_FIELDS.externalId.label}
        error={errors.externalId?.message}
        hint={t('The id of this link in another system. No other link can have the same.')}
      >
        {(input) => <Input {...input} autoComplete="off" className="ui-mono" {...register('externalId')} />}
      </Field>
    </Section>
  );
}
