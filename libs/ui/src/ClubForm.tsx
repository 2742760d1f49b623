const RESULTS: Readonly<Record<string, string>> = { W: 'won', D: 'drawn', L: 'lost' };

/** A club's last results, newest last, from letters such as `W,D,L`. */
export function ClubForm({ form }: { form: string }) {
  const letters = form.split(',').filter((letter) => letter !== '');
  return (
    <>
      <span aria-hidden="true">{letters.join(' ')}</span>
      <span className="ko-sr">{letters.map((letter) => RESULTS[letter]).join(', ')}</span>
    </>
  );
}
