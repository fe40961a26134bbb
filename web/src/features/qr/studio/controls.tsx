import type { ReactNode } from 'react';
import type { FieldPath, UseFormRegister } from 'react-hook-form';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { Field, Input } from '@/shared/ui/field';
import { CodeFields } from '@/widgets/qr-style/code-fields';
import { ColorFields } from '@/widgets/qr-style/color-fields';
import { FrameFields } from '@/widgets/qr-style/frame-fields';
import { ImageFields } from '@/widgets/qr-style/image-fields';
import { ShapeTiles } from '@/widgets/qr-style/shape-tiles';
import { Presets } from './presets';
import type { QrForm } from './qr-form.schema';
import { StudioSection } from './studio-section';

interface Props {
  /** The link of the code, the link picker or the fields of a static content. */
  contentField: ReactNode;
  /** The encoded text; empty while it is incomplete. */
  content: string;
  /** Makes a look the current one. */
  onApply: (look: QrLook) => void;
  register: UseFormRegister<QrForm>;
  errorOf: (field: FieldPath<QrForm>) => string | undefined;
  /** The form cannot be edited. */
  disabled: boolean;
}

/** What the code holds and how it looks. */
export function Controls({ contentField, content, onApply, register, errorOf, disabled }: Props) {
  return (
    <fieldset className="studio-controls" disabled={disabled} aria-label="Design">
      <StudioSection title="Content" open>
        {contentField}
        <Field label="Name" error={errorOf('name')} hint="For example, where you print it. Visitors don’t see it.">
          {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
        </Field>
      </StudioSection>
      <StudioSection title="Presets">
        <Presets content={content} onApply={onApply} />
      </StudioSection>
      <StudioSection title="Shape" open>
        <ShapeTiles field="look" />
      </StudioSection>
      <StudioSection title="Color" open>
        <ColorFields field="look" />
      </StudioSection>
      <StudioSection title="Frame">
        <FrameFields field="look" />
      </StudioSection>
      <StudioSection title="Logo and background">
        <ImageFields field="look" />
      </StudioSection>
      <StudioSection title="Error correction and margin">
        <CodeFields field="look" />
      </StudioSection>
    </fieldset>
  );
}
