import { usePageTitle } from '@kickoff/web';

export default function HomePage() {
  usePageTitle('Home');
  return (
    <div className="ko-page ko-page--pad">
      <h1>Home</h1>
    </div>
  );
}
