import { texts } from './texts';

const RESULTS: Readonly<Record<string, string>> = texts.clubForm;

/**
 * A club's last results as coloured chips, newest last, from letters such as `W,D,L`. Pages that
 * draw it import `lists.css`.
 */
export function ClubForm({ form }: { form: string }) {
  const letters = form.split(',').filter((letter) => letter !== '');
  return (
    <>
      <span className="ko-results" aria-hidden="true">
        {letters.map((letter, index) => (
          <i key={index} data-result={letter}>
            {letter}
          </i>
        ))}
      </span>
      <span className="ko-sr">{letters.map((letter) => RESULTS[letter]).join(', ')}</span>
    </>
  );
}
