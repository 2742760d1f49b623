/** An address that breaks before its host, where it has to break. */
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
