import type { ReactNode } from 'react';

/**
 * Lists the server's errors that belong to no field of the form, and what helps with them; nothing when there are none.
 */
export function FormSummary({ messages, help }: { messages: readonly string[]; help?: ReactNode }) {
  if (messages.length === 0) return null;
  return (
    <div className="ui-notice ui-bad ui-full" role="alert">
      <ul>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {help && <span>{help}</span>}
    </div>
  );
}
