export const COLUMNS = ['Linnet', 'Dub', 'Bitly', 'Short.io'] as const;

/** `true` and `false` are yes and no; a text says what there is instead. In the order of COLUMNS. */
export interface FieldRow {
  what: string;
  cells: readonly [boolean | string, boolean | string, boolean | string, boolean | string];
}

// Rivals: from their published API documentation and, where it is open, their source. A row stands here only where
// all three could be read; what could not be verified was left out.
export const FIELD_ROWS: readonly FieldRow[] = [
  { what: 'Rules by weekday and hour', cells: [true, false, false, false] },
  { what: 'Rules by the visitor’s language', cells: [true, false, false, false] },
  { what: 'Rules by region', cells: [true, false, true, true] },
  { what: 'Nesting with all, any, not', cells: [true, false, 'match and exclude, 10 rules', false] },
  { what: 'Testing a rule as a visitor', cells: [true, false, false, false] },
  { what: 'Limit on clicks', cells: ['exact', false, false, true] },
  { what: 'Weighted split', cells: ['2–10 ways', '2–4 ways, Business plan', false, '2 ways'] },
  { what: 'Several aliases for one link', cells: [true, false, true, false] },
  { what: 'Runs on your own server', cells: ['one file', 'with hosted services beside it', false, false] },
];
