/**
 * Clubs that API-Football names differently: its id where known, our id, and its name. Other clubs
 * are matched by name.
 */
export const API_FOOTBALL_CLUBS: readonly {
  id?: number;
  club: string;
  name: string;
}[] = [
  { id: 168, club: 'leverkusen', name: 'Bayer Leverkusen' },
  { id: 167, club: 'hoffenheim', name: '1899 Hoffenheim' },
  { id: 164, club: 'mainz', name: 'FSV Mainz 05' },
  { id: 530, club: 'atletico', name: 'Atletico Madrid' },
  { id: 543, club: 'betis', name: 'Real Betis' },
  { id: 538, club: 'celta', name: 'Celta Vigo' },
  { id: 197, club: 'psv', name: 'PSV Eindhoven' },
  { id: 201, club: 'az', name: 'AZ Alkmaar' },
  { id: 413, club: 'nec', name: 'NEC Nijmegen' },
  { club: 'racing', name: 'Racing Santander' },
  { club: 'deportivo', name: 'Deportivo La Coruna' },
  { club: 'troyes', name: 'Estac Troyes' },
  { club: 'bodo-glimt', name: 'Bodo/Glimt' },
  { club: 'lask', name: 'Lask Linz' },
  { club: 'sabah', name: 'Sabah FA' },
];
