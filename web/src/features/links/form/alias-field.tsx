import { useFormContext } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import { AliasState } from './alias-availability';
import { aliasIdeas, randomAlias } from './alias-ideas';
import { DomainCell } from './domain-select';
import type { LinkForm } from './link-form.schema';

/** The short link: its host, its alias, and whether that is free, told while one types. */
export function AliasField({ host, own }: { host: string; own?: string }) {
  const { register, setValue, watch, formState } = useFormContext<LinkForm>();
  const [typed, title, url] = watch(['alias', 'title', 'url']);
  const alias = typed.trim().replace(/^\//, '');
  const put = (next: string) => setValue('alias', next, { shouldDirty: true, shouldValidate: true });
  const ideas = alias === '' ? aliasIdeas(title, url) : [];
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label="Short link"
        error={formState.errors.alias?.message ?? formState.errors.domain?.message}
        hint={<AliasState host={host} alias={alias} own={own} />}
      >
        {(control) => (
          <div className="joined short">
            <DomainCell host={host} fixed={own !== undefined} />
            <Input
              {...control}
              className="mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="random"
              {...register('alias')}
            />
            <Tooltip text="Random alias">
              <Button aria-label="Random alias" onClick={() => put(randomAlias())}>
                <Icon name="shuffle" />
              </Button>
            </Tooltip>
          </div>
        )}
      </Field>
      {ideas.length > 0 && (
        <p className="ideas">
          {ideas.map((idea) => (
            <button key={idea} type="button" className="chip plain" onClick={() => put(idea)}>
              {idea}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
