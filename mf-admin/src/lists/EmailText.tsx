/** An email that wraps before its host, if it must wrap. */
export function EmailText({ email }: { email: string }) {
  const at = email.indexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
