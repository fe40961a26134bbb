import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, Input, Textarea } from '@/shared/ui/field';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

/** What the networks show of a text before they cut it, in characters. */
const SHOWN = { title: 60, description: 155 } as const;

function summaryOf({ title, description, image }: LinkForm['preview']): string | null {
  const set = [title && 'own title', description && 'own text', image && 'own image'].filter(Boolean);
  return set.join(', ') || null;
}

function Length({ text, most, children }: { text: string; most: number; children: ReactNode }) {
  const count = [...text.trim()].length;
  const long = count > most;
  return (
    <span className="length" data-long={long || undefined}>
      <span>{long ? `Cut after about ${most} signs.` : children}</span>
      <span>
        {count} / {most}
      </span>
    </span>
  );
}

/** The link's own card on social networks: its title, its text, its image. */
export function CardSection({ sections }: { sections: SectionsOpen }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const preview = watch('preview');
  const faults = formState.errors.preview;
  return (
    <Section
      icon="page"
      name="Preview card"
      summary={summaryOf(preview)}
      none="the page’s own"
      {...sections.of('card')}
    >
      <Field
        label="Card title"
        error={faults?.title?.message}
        hint={
          <Length text={preview.title} most={SHOWN.title}>
            The first thing that is read.
          </Length>
        }
      >
        {(control) => <Input {...control} autoComplete="off" {...register('preview.title')} />}
      </Field>
      <Field
        label="Card text"
        error={faults?.description?.message}
        hint={
          <Length text={preview.description} most={SHOWN.description}>
            Not every network shows it.
          </Length>
        }
      >
        {(control) => <Textarea {...control} rows={2} {...register('preview.description')} />}
      </Field>
      <Field
        label="Card image"
        error={faults?.image?.message}
        hint="The address of a picture, best 1,200 by 630. Without one the cards stay small."
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            {...register('preview.image')}
          />
        )}
      </Field>
    </Section>
  );
}
