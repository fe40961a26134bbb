/** The answers of the help screen: what the product does today, in the words of its screens. */
export const ARTICLES: readonly { question: string; answer: string }[] = [
  {
    question: 'How do I shorten a link?',
    answer:
      'Press C anywhere, or New link in the sidebar. Paste the address, keep the random alias or type your own, and create. The short link is copied for you.',
  },
  {
    question: 'Can I change where a short link leads?',
    answer:
      'Yes. Open the link and change its destination; the short link and its statistics stay. Visitors who come next go to the new place.',
  },
  {
    question: 'What happens when I rename an alias?',
    answer: 'The old alias goes on working and leads to the same link, so nothing that is printed breaks.',
  },
  {
    question: 'How can a visitor see where a link leads before going there?',
    answer:
      'By putting a plus sign behind it: the short link with + at the end shows a page with the destination. Links with a password do not show it.',
  },
  {
    question: 'Which clicks are counted?',
    answer:
      'Every visit is kept and judged. The charts show people; bots, link previews and prefetching browsers are kept apart. No cookie is set and no visitor’s address is stored.',
  },
  {
    question: 'What is a unique visitor?',
    answer:
      'One visitor on one day, recognised by a hash whose salt is drawn anew each day and then destroyed. Over several days the figure is the sum of the days.',
  },
  {
    question: 'What happens at the limit of my plan?',
    answer:
      'New links wait until there is room. When the month’s clicks are used up, new links and codes wait until the month ends or the plan changes. The links that exist go on redirecting, and every click is counted; a plan never breaks them.',
  },
  {
    question: 'Somebody else may be using my account. What now?',
    answer:
      'Under Account, end the sessions that you do not know and change the password. The change ends every other session too.',
  },
];
