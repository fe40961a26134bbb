export const COLUMNS = ['Linnet', 'Dub', 'Bitly', 'Short.io'] as const;

/** A cell is yes, no, or a text about a partial feature. In the order of COLUMNS. */
export interface FieldRow {
  what: string;
  cells: readonly [boolean | string, boolean | string, boolean | string, boolean | string];
}

// From published API documentation and open source code. The list has only rows that could be verified for all three
// services.
export const FIELD_ROWS: readonly FieldRow[] = [
  { what: 'Rules by weekday and hour', cells: [true, false, false, false] },
  { what: 'Rules by the visitor’s language', cells: [true, false, false, false] },
  { what: 'Rules by region', cells: [true, false, true, true] },
  { what: 'Nesting with all, any, not', cells: [true, false, 'match and exclude, 10 rules', false] },
  { what: 'Testing a rule as a visitor', cells: [true, false, false, false] },
  { what: 'Limit on clicks', cells: ['exact', false, false, true] },
  { what: 'Weighted split', cells: ['2–10 ways', '2–4 ways, Business plan', false, '2 ways'] },
  { what: 'Several aliases for one link', cells: [true, false, true, false] },
  { what: 'Runs on your own server', cells: ['single binary', 'needs hosted services', false, false] },
];
