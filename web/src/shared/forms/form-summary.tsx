/** Lists the server's errors that belong to no field of the form; nothing when there are none. */
export function FormSummary({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="ui-notice ui-bad ui-full" role="alert">
      <ul>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
