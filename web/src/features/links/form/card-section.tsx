import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field, Input, Textarea, UrlInput } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

const MediaDialog = lazyPart(() => import('@/widgets/media/media-dialog'), 'MediaDialog');

/** Characters after which networks truncate a text. */
const MAX_SHOWN = { title: 60, description: 155 } as const;

function summaryOf({ title, description, image }: LinkForm['preview']): string | null {
  const set = [title && 'title', description && 'description', image && 'image'].filter(Boolean);
  return set.join(', ') || null;
}

function CharacterCount({ text, max, children }: { text: string; max: number; children: ReactNode }) {
  const count = [...text.trim()].length;
  const long = count > max;
  return (
    <span className="link-form-length" data-long={long || undefined}>
      <span>{long ? t('Truncated after about {max} characters.', { max }) : children}</span>
      <span>
        {count} / {max}
      </span>
    </span>
  );
}

/** Title, description and image of the card that social networks show. */
export function CardSection({ sections }: { sections: OpenSections }) {
  const { control, register, setValue, formState } = useFormContext<LinkForm>();
  const [choosing, setChoosing] = useState(false);
  const preview = useWatch({ control, name: 'preview' });
  const errors = formState.errors.preview;
  return (
    <Section
      icon="page"
      name={t('Preview card')}
      summary={summaryOf(preview)}
      none={t('From the destination')}
      {...sections.of('card')}
    >
      <Field
        label={LINK_FIELDS['preview.title'].label}
        error={errors?.title?.message}
        hint={
          <CharacterCount text={preview.title} max={MAX_SHOWN.title}>
            {t('The headline on social networks.')}
          </CharacterCount>
        }
      >
        {(input) => <Input {...input} autoComplete="off" {...register('preview.title')} />}
      </Field>
      <Field
        label={LINK_FIELDS['preview.description'].label}
        error={errors?.description?.message}
        hint={
          <CharacterCount text={preview.description} max={MAX_SHOWN.description}>
            {t('Some networks don’t show it.')}
          </CharacterCount>
        }
      >
        {(input) => <Textarea {...input} rows={2} {...register('preview.description')} />}
      </Field>
      <Field
        label={LINK_FIELDS['preview.image'].label}
        error={errors?.image?.message}
        hint={t('Image URL, 1,200 × 630 pixels recommended. Without an image, networks show a small card.')}
      >
        {(input) => (
          <div className="ui-joined">
            <UrlInput {...input} placeholder="https://" {...register('preview.image')} />
            <Button onClick={() => setChoosing(true)}>{t('Media library')}</Button>
          </div>
        )}
      </Field>
      {choosing && (
        <MediaDialog
          plain
          onClose={() => setChoosing(false)}
          onPick={({ url }) => {
            setChoosing(false);
            setValue('preview.image', url, { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
    </Section>
  );
}
