import type { StandingRow, Zone } from '@kickoff/contracts';

/** One colour per competition, shared by its qualifying rounds; the legend distinguishes them. */
const MARKS: Readonly<Record<Zone['kind'], '1' | '2' | '3' | 'down'>> = {
  promotion: '1',
  playoff: '2',
  elimination: 'down',
  ucl: '1',
  'ucl-qualifying': '1',
  uel: '2',
  'uel-qualifying': '2',
  uecl: '3',
  'uecl-playoff': '3',
  afc: '1',
  'relegation-playoff': 'down',
  relegation: 'down',
};

/** Returns the colour of a position in the table; undefined for one without a zone. */
export function zoneMark(zone: Zone | undefined): string | undefined {
  return zone && MARKS[zone.kind];
}

export interface KeyEntry {
  zone: Zone;
  from: number;
  to: number;
}

/** Returns the legend of a table, from top to bottom. */
export function zoneKey(table: readonly StandingRow[]): KeyEntry[] {
  const entries = new Map<string, KeyEntry>();
  for (const { zone, position } of table) {
    if (!zone) continue;
    const entry = entries.get(zone.name);
    if (entry) entry.to = position;
    else entries.set(zone.name, { zone, from: position, to: position });
  }
  return [...entries.values()];
}
