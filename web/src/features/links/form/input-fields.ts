import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';
import type { Link } from '@/entities/link/link.types';
import { INPUT_FIELDS, type InputFieldName, type InputValue, type LinkInput } from '@/entities/link/link-fields';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';

/** The form's values of the fields that LINK_FIELDS declares an input for. */
export type InputValues = { [Name in InputFieldName]: InputValue<Name> };

function schemaOf(input: LinkInput) {
  switch (input.type) {
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(input.choices.map(({ value }) => value) as [string, ...string[]]);
    default:
      return z.string();
  }
}

/** The form value of an API value; null and undefined are empty. */
function toInput(input: LinkInput, value: unknown, zone: string): string | boolean {
  switch (input.type) {
    case 'flag':
      return Boolean(value);
    case 'time':
      return toLocalInput(value as string | null, zone);
    default:
      return value ? String(value) : '';
  }
}

/** The API value of a form value; null if it is empty. */
function fromInput(input: LinkInput, value: string | boolean, zone: string): string | number | boolean | null {
  if (typeof value === 'boolean') return value;
  const text = value.trim();
  if (text === '') return null;
  switch (input.type) {
    case 'time':
      return fromLocalInput(value, zone);
    case 'count':
      return Number(text);
    case 'url':
      return withScheme(value);
    default:
      return text;
  }
}

const byName = <Values>(toValue: (name: InputFieldName, input: LinkInput) => unknown) =>
  Object.fromEntries(INPUT_FIELDS.map(({ name, input }) => [name, toValue(name, input)])) as Values;

type InputShape = { [Name in InputFieldName]: z.ZodMiniType<InputValue<Name>, InputValue<Name>> };

export const INPUT_SHAPE = byName<InputShape>((_, input) => schemaOf(input));

/** The values of a new link. */
export const NO_INPUT = byName<InputValues>((_, input) => ('initial' in input ? input.initial : ''));

/** The values of an existing link, with wall times in `zone`. */
export const toInputs = (link: Link, zone: string) =>
  byName<InputValues>((name, input) => toInput(input, link[name], zone));

/** The fields in API format; empty ones are null. */
export const fromInputs = (form: InputValues, zone: string) =>
  byName<Pick<Link, InputFieldName>>((name, input) => fromInput(input, form[name], zone));
