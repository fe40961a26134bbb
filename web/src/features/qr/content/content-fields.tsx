import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { STATIC_KINDS, type StaticKind } from '@/entities/qr-code/static-content';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { KindFields } from './kind-fields';
import type { ContentForm, ContentKind } from './static-form';
import './content.css';

const STATIC = (Object.keys(STATIC_KINDS) as StaticKind[]).map((value) => ({
  value: value as ContentKind,
  label: STATIC_KINDS[value],
}));
const ALL = [{ value: 'link' as ContentKind, label: 'Link' }, ...STATIC];

interface Props {
  /** The link of the code, or the link picker. Undefined for a saved static code, which cannot have a link. */
  linkField?: ReactNode;
}

/** What a code holds: a link or a static content, with the fields of its kind. */
export function ContentFields({ linkField }: Props) {
  const { control, clearErrors, setValue } = useFormContext<ContentForm>();
  const kind = useWatch({ control, name: 'staticContent.type' });
  return (
    <>
      <Field label="Type" hint={<KindHint kind={kind} saved={linkField === undefined} />}>
        {(input) => (
          <Select
            {...input}
            value={kind}
            options={linkField === undefined ? STATIC : ALL}
            onChange={(next) => {
              clearErrors('staticContent');
              setValue('staticContent.type', next, { shouldDirty: true });
            }}
          />
        )}
      </Field>
      {kind === 'link' ? linkField : <KindFields kind={kind} />}
    </>
  );
}

/** What the choice means for printed copies. */
function KindHint({ kind, saved }: { kind: ContentKind; saved: boolean }) {
  if (kind === 'link') return 'You can change the destination after printing, and scans are counted.';
  if (saved) return 'Static code: printed copies keep their content, and scans are not counted.';
  return 'Static code: it works without a link, cannot be changed after printing, and its scans are not counted.';
}
