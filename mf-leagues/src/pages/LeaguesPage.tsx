import { usePageTitle } from '@kickoff/web';

export default function LeaguesPage() {
  usePageTitle('Leagues');
  return (
    <div className="ko-page ko-page--pad">
      <h1>Leagues</h1>
    </div>
  );
}
