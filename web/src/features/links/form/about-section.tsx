import { Controller, useFormContext } from 'react-hook-form';
import { Field, Input, Textarea } from '@/shared/ui/field';
import { TagsInput } from '@/shared/ui/tags-input';
import { FolderField } from './folder-field';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

/** What the link is called and how it is found again. */
export function AboutSection({ sections }: { sections: SectionsOpen }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const [title, tags, comments] = watch(['title', 'tags', 'comments']);
  const summary = [title.trim(), tags.join(', '), comments.trim() && 'a note'].filter(Boolean).join(' · ') || null;
  const part = sections.of('about');
  const { errors } = formState;
  return (
    <Section icon="tag" name="Title and tags" summary={summary} none="none" {...part}>
      <Field label="Title" error={errors.title?.message} hint="Left empty, it is the page’s own.">
        {(control) => <Input {...control} autoComplete="off" {...register('title')} />}
      </Field>
      <Field label="Tags" error={errors.tags?.message}>
        {(control) => (
          <Controller<LinkForm, 'tags'>
            name="tags"
            render={({ field }) => (
              <TagsInput {...control} placeholder="spring, print" value={field.value} onChange={field.onChange} />
            )}
          />
        )}
      </Field>
      {part.open && <FolderField />}
      <Field label="Note" error={errors.comments?.message} hint="Only your workspace sees it.">
        {(control) => <Textarea {...control} rows={2} {...register('comments')} />}
      </Field>
    </Section>
  );
}
