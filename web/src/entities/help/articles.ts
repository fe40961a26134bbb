/** A help article. */
export interface HelpArticle {
  question: string;
  answer: string;
}

/** The articles of the help center and of the dashboard's help, by subject. */
export const HELP: readonly { subject: string; articles: readonly HelpArticle[] }[] = [
  {
    subject: 'Links',
    articles: [
      {
        question: 'How do I shorten a link?',
        answer:
          'Press C anywhere in the dashboard, or choose New link. Paste the address, keep the random alias or type your own, and create the link. The short link is copied for you.',
      },
      {
        question: 'Can I change where a short link leads?',
        answer:
          'Yes. Open the link and edit its destination. The short link and its statistics stay, and every later visitor goes to the new destination.',
      },
      {
        question: 'What happens when I rename an alias?',
        answer: 'The old alias keeps working and leads to the same link, so printed codes and old posts do not break.',
      },
      {
        question: 'How can a visitor see the destination first?',
        answer:
          'By adding a plus sign to the short link. A page shows the destination instead of redirecting. Links with a password do not show it.',
      },
      {
        question: 'How do I send visitors to different pages?',
        answer:
          'Add a rule to the link: by country, language, device, time, referrer and more. Rules are tried in order, and the first that matches decides. Test as… shows what a given visitor would get before you save.',
      },
      {
        question: 'What does a click limit count?',
        answer:
          'People. Link previews, crawlers and prefetching browsers are redirected but never counted, so a one-time link still works after it was pasted into a chat.',
      },
      {
        question: 'Can I get a deleted link back?',
        answer:
          'Yes. Deleted links are listed under Links, Deleted, where you can restore them. Their aliases stay reserved for your workspace.',
      },
    ],
  },
  {
    subject: 'Clicks and analytics',
    articles: [
      {
        question: 'Which clicks are counted?',
        answer:
          'Every visit is recorded and classified. Charts show people; bots, link previews and prefetching browsers are one switch away, with the reason. No cookie is set and no visitor’s address is stored.',
      },
      {
        question: 'What is a unique visitor?',
        answer:
          'One visitor on one day, recognised by a hash whose salt is replaced every day and destroyed. Over several days the figure is the sum of the days.',
      },
      {
        question: 'How do I share figures with somebody without an account?',
        answer:
          'Choose Share on a report. The public page shows the filters, the period and the parts that the dialog lists, and nothing else. You can add a password and an end date, and stop sharing at any time.',
      },
    ],
  },
  {
    subject: 'Moving in and out',
    articles: [
      {
        question: 'How do I bring links from another service?',
        answer:
          'Open Settings, Import, and upload a CSV file from Bitly, Rebrandly, YOURLS, Shlink, Kutt or Dub, or any file with your own columns. A preview names every problem by row before anything is created.',
      },
      {
        question: 'Can I take everything with me?',
        answer: 'Yes. Links export to CSV and JSON, clicks to CSV and Parquet, at any time and on every plan.',
      },
    ],
  },
  {
    subject: 'Account and plan',
    articles: [
      {
        question: 'What happens at the limit of my plan?',
        answer:
          'New links and codes wait until there is room or the month ends. Existing links keep redirecting, and their clicks keep being counted.',
      },
      {
        question: 'Somebody else may be using my account. What now?',
        answer:
          'Open Account, end the sessions you do not recognise, and change your password. Changing it ends every other session.',
      },
    ],
  },
];
