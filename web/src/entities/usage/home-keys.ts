/** The figures of the home that a live click changes. */
export const homeKeys = {
  totalClicks: ['dashboard', 'total-clicks'] as const,
  topLinks: ['dashboard', 'top-links'] as const,
};
