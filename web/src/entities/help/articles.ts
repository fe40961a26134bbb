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
          'Press C anywhere in the dashboard, or choose New link. Paste the destination, use the random alias or enter your own, and create the link.',
      },
      {
        question: 'Can I change where a short link leads?',
        answer:
          'Yes. Open the link and edit its destination. The short link and its statistics stay the same, and later visitors go to the new destination.',
      },
      {
        question: 'What happens when I rename an alias?',
        answer: 'The old alias keeps working and leads to the same link, so printed codes and old posts do not break.',
      },
      {
        question: 'How can a visitor see the destination first?',
        answer:
          'Add a plus sign to the end of the short link. A page shows the destination instead of redirecting. Links with a password do not show it.',
      },
      {
        question: 'How do I send visitors to different pages?',
        answer:
          'Add a rule to the link: by country, language, device, time, referrer and more. Rules run in order, and the first match wins. “Test as…” shows the result for any visitor before you save.',
      },
      {
        question: 'What does a click limit count?',
        answer:
          'People only. Link previews, crawlers, prefetches and images or scripts that load the link do not count, so a one-time link still works after you paste it into a chat.',
      },
      {
        question: 'Can I get a deleted link back?',
        answer:
          'Yes. Open Links, Deleted, and restore it. The aliases of deleted links stay reserved for your workspace.',
      },
    ],
  },
  {
    subject: 'Clicks and analytics',
    articles: [
      {
        question: 'Which clicks are counted?',
        answer:
          'Every visit is recorded and classified. Charts show people by default; switch to all traffic to see bots and link previews with the reason. A page that a browser prefetches counts when it is opened. Linnet sets no cookies and stores no IP addresses of visitors.',
      },
      {
        question: 'What is a unique visitor?',
        answer:
          'A visitor on one day, identified by a hash whose salt is replaced every day and then destroyed. For several days, the figure is the sum of the days.',
      },
      {
        question: 'How do I share a report with people without an account?',
        answer:
          'Choose Share on a report. The public page shows only the filters, the period and the parts listed in the dialog. You can add a password and an end date, and revoke the page at any time.',
      },
    ],
  },
  {
    subject: 'QR codes',
    articles: [
      {
        question: 'Will phones read my QR code?',
        answer:
          'Linnet decodes each design while you edit it and shows the rating beside the preview. A design with problems has buttons that fix them.',
      },
      {
        question: 'Can I change a QR code after it is printed?',
        answer:
          'You can change where it leads: edit the destination of its link. Static codes, such as Wi-Fi or contact details, hold their content and cannot be changed.',
      },
    ],
  },
  {
    subject: 'Bio pages',
    articles: [
      {
        question: 'How do I publish a bio page?',
        answer:
          'Open Bio pages, choose New page, and pick a handle. Add blocks and choose Publish. Later changes are saved as a draft, which visitors see when you publish again.',
      },
      {
        question: 'Are clicks on a bio page counted?',
        answer:
          'Yes. Each link block opens one of your short links, so its rules, its schedule and its statistics apply.',
      },
      {
        question: 'Can I go back to an earlier version of a page?',
        answer: 'Yes. In the editor, choose Version history from the menu and restore a version. It becomes the draft.',
      },
    ],
  },
  {
    subject: 'Domains and team',
    articles: [
      {
        question: 'How do I use my own domain?',
        answer:
          'Open Domains and add the host name. The setup lists the DNS records to create and checks them. Once the domain is verified, you can choose it for new links.',
      },
      {
        question: 'How do I work with colleagues?',
        answer:
          'Open Settings, Members, and invite them by email or with a link. The role decides what they may do, and access to a folder can be limited to chosen members.',
      },
    ],
  },
  {
    subject: 'Import and export',
    articles: [
      {
        question: 'How do I import links from another service?',
        answer:
          'Open Settings, Import, and upload a CSV file from Bitly, Rebrandly, YOURLS, Shlink, Kutt or Dub, or with your own columns. A preview lists every problem by row before any link is created.',
      },
      {
        question: 'Can I export my data?',
        answer: 'Yes. Export links as CSV or JSON and clicks as CSV or Parquet, at any time and on every plan.',
      },
    ],
  },
  {
    subject: 'Account and plan',
    articles: [
      {
        question: 'What happens at the limit of my plan?',
        answer:
          'At the link limit, you cannot create new links until you delete some or change the plan. At the monthly click limit, you cannot create new links and QR codes until the month ends. Existing links keep redirecting, and their clicks are counted.',
      },
      {
        question: 'How do I secure my account?',
        answer:
          'Open Account. Add a passkey, which replaces password and code, or turn on two-factor authentication with an authenticator app and save its recovery codes.',
      },
      {
        question: 'What should I do if another person may be using my account?',
        answer:
          'Open Account, end the sessions you do not recognise, and change your password. Changing it ends every other session.',
      },
    ],
  },
];
