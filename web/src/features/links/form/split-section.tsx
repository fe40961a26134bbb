import { useController, useFormContext, useWatch } from 'react-hook-form';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { type BranchForm, newSplit } from '../rules/split';
import { CheckboxField } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';

const SplitFields = lazyPart(() => import('../rules/split-fields'), 'SplitFields', <Skeleton height={160} />);

/** "50 : 50". */
function summaryOf(branches: readonly BranchForm[]): string | null {
  if (branches.length === 0) return null;
  return branches.map(({ weight }) => weight).join(' : ');
}

/** The link's A/B split. It applies when no rule matches, and is sticky per visitor. */
export function SplitSection({ sections }: { sections: OpenSections }) {
  const { control, formState } = useFormContext<LinkForm>();
  const destination = useWatch({ control, name: 'url' });
  const { field } = useController<LinkForm, 'split'>({ name: 'split' });
  const branches: readonly BranchForm[] = field.value;
  const error = formState.errors.split?.message;
  return (
    <Section
      icon="shuffle"
      name={t('A/B split')}
      summary={summaryOf(branches)}
      none={t('None')}
      {...sections.of('split')}
    >
      <CheckboxField
        checked={branches.length > 0}
        onChange={(event) => field.onChange(event.target.checked ? newSplit(destination) : [])}
      >
        {t('Split traffic between several URLs')}
      </CheckboxField>
      {branches.length > 0 && (
        <>
          <SplitFields branches={branches} onChange={field.onChange} destination={destination} />
          <p className="ui-hint">
            {t(
              'Visitors who match no rule are sent to one of these URLs instead of the destination. Each visitor always gets the same one. No cookie is set.',
            )}
          </p>
        </>
      )}
      {error && (
        <p className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </Section>
  );
}
