/** The tabs of the editor; also the values of the URL's search. */
export const EDITOR_TABS = [
  { value: 'blocks', label: 'Blocks' },
  { value: 'design', label: 'Design' },
  { value: 'settings', label: 'Settings' },
  { value: 'responses', label: 'Responses' },
] as const;

export type EditorTab = (typeof EDITOR_TABS)[number]['value'];
