import { lazy, Suspense } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Skeleton } from '@/shared/ui/skeleton';
import { type BranchForm, newSplit } from '../rules/split';
import { CheckLine } from './checkbox-field';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

const SplitFields = lazy(() => import('../rules/split-fields').then((module) => ({ default: module.SplitFields })));

/** "50 : 50". */
function summaryOf(branches: readonly BranchForm[]): string | null {
  if (branches.length === 0) return null;
  return branches.map(({ weight }) => weight).join(' : ');
}

/** The link's own split: visitors that no rule matches are sent to one of several addresses, always to the same one. */
export function SplitSection({ sections }: { sections: SectionsOpen }) {
  const { watch, formState } = useFormContext<LinkForm>();
  const destination = watch('url');
  const { field } = useController<LinkForm, 'split'>({ name: 'split' });
  const branches: readonly BranchForm[] = field.value;
  const fault = formState.errors.split?.message;
  return (
    <Section icon="shuffle" name="A/B split" summary={summaryOf(branches)} none="none" {...sections.of('split')}>
      <CheckLine
        checked={branches.length > 0}
        onChange={(event) => field.onChange(event.target.checked ? newSplit(destination) : [])}
      >
        Share visitors out among several addresses
      </CheckLine>
      {branches.length > 0 && (
        <>
          <Suspense fallback={<Skeleton height={160} />}>
            <SplitFields branches={branches} onChange={field.onChange} destination={destination} />
          </Suspense>
          <p className="hint">
            Visitors that no rule matches are sent to one of these addresses instead of the destination. A visitor
            always gets the same one, without a cookie.
          </p>
        </>
      )}
      {fault && (
        <p className="hint fault" role="alert">
          {fault}
        </p>
      )}
    </Section>
  );
}
