import { usePageTitle } from '@kickoff/web';

export default function AdminHomePage() {
  usePageTitle('Overview');
  return <h1>Overview</h1>;
}
