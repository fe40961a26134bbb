import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';
import { SetupLayout } from './setup-layout';

const NameForm = lazy(() => import('./name-form').then((module) => ({ default: module.NameForm })));

/** The first step of the setup: the name of the domain. */
export function NameScreen() {
  return (
    <SetupLayout
      step={1}
      title="Add a domain"
      lead="Use a subdomain, such as go.example.com, or a whole domain that has no website, such as exmpl.com."
    >
      <Suspense fallback={<Skeleton height={62} className="max-w-[560px]" />}>
        <NameForm />
      </Suspense>
    </SetupLayout>
  );
}
