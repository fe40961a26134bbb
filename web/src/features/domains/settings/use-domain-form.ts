import type { FieldValues, Path } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import type { Domain, UpdateDomain } from '@/entities/domain/domain.types';
import { updateDomain, useStoreDomain } from '@/entities/domain/domain-mutations';
import { useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toast';

/** A group of a domain's settings as form values, whose names are those of the API. */
export interface DomainForm<Values extends FieldValues> {
  schema: ZodMiniType<Values, Values>;
  /** The fields that a server error can name, if not the top-level ones. */
  fields?: readonly Path<Values>[];
  toForm: (domain: Domain) => Values;
  toChange: (values: Values) => UpdateDomain;
}

interface Options<Values extends FieldValues> extends DomainForm<Values> {
  domain: Domain;
  onSaved?: () => unknown;
}

/** A form that updates settings of a domain. */
export function useDomainForm<Values extends FieldValues>(options: Options<Values>) {
  const { domain, schema, fields, toForm, toChange, onSaved } = options;
  const store = useStoreDomain();
  const values = toForm(domain);
  const form = useAppForm({
    schema,
    fields,
    defaultValues: values,
    values,
    onSubmit: (edited: Values) => updateDomain(domain.id, toChange(edited)),
    onSuccess: (saved) => {
      store(saved);
      form.reset(toForm(saved));
      toast({ title: 'Domain settings saved', text: saved.unicodeHost });
      return onSaved?.();
    },
    errorTitle: 'Couldn’t save the settings',
  });
  return form;
}
